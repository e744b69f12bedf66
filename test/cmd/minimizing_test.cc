// detsim-test --replay=FILE --minimize as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

CommandResult MinimizeStored(const std::string& project,
                             const std::string& artifact,
                             const std::vector<std::string>& flags) {
  std::vector<std::string> arguments = {"detsim-test", "--dir=" + project,
                                        "--replay=" + artifact, "--minimize"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return RunTool(std::move(arguments));
}

std::string PathOf(const std::string& project, const Json& test) {
  return absl::StrCat(project, "/.detsim/",
                      test["failures"][0]["artifact"].get<std::string>());
}

std::string MinimizedPath(const std::string& artifact) {
  return absl::StrReplaceAll(artifact, {{".json", ".min.json"}});
}

std::string PoolFailure() {
  return PathOf(
      PoolProject(),
      SweepOne(PoolProject(),
               "WorkerPoolTest.RunsEveryJobBeforeShutdownReturns",
               {"--trials=2000", "--max_failures=1", "--no_early_stop"}, 1));
}

TEST(MinimizingTest, DoesNotDependOnTheNumberOfJobs) {
  const std::string failure = PoolFailure();
  CommandResult one = MinimizeStored(PoolProject(), failure, {"--jobs=1"});
  std::string first = *ReadFile(MinimizedPath(failure));
  CommandResult three = MinimizeStored(PoolProject(), failure, {"--jobs=3"});
  EXPECT_EQ(one.exit_code, 1);
  EXPECT_THAT(one.output, HasSubstr("(none of them can go)"));
  EXPECT_EQ(one.output, three.output);
  EXPECT_EQ(first, *ReadFile(MinimizedPath(failure)));
}

TEST(MinimizingTest, SaysWhenItsBudgetIsUsedUp) {
  CommandResult result =
      MinimizeStored(PoolProject(), PoolFailure(), {"--budget=1ms"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr("(stopped early, may not be minimal)"));
}

// From some run on, which a file counts that nobody puts back, every second
// run passes.
constexpr char kFlaky[] = R"(
#include <fstream>
#include <mutex>
#include <thread>
int main() {
  long count = 0;
  long limit = 0;
  std::ifstream(FOLDER "/count") >> count;
  std::ifstream(FOLDER "/limit") >> limit;
  std::ofstream(FOLDER "/count") << count + 1;
  std::mutex mutex;
  int values[2] = {};
  auto add = [&] {
    for (int& value : values) {
      for (int i = 0; i < 20; ++i) std::lock_guard<std::mutex> lock(mutex);
      mutex.lock();
      int before = value;
      mutex.unlock();
      mutex.lock();
      value = before + 1;
      mutex.unlock();
    }
  };
  std::thread one(add), two(add);
  one.join();
  two.join();
  if (count > limit && count % 2 == 0) return 0;
  return values[0] == 1 && values[1] == 1;
}
)";

// Every run behaves until `limit` more have been performed.
void BehaveUntil(const std::string& project, const std::string& limit) {
  ASSERT_TRUE(WriteFile(project + "/count", "0").ok());
  ASSERT_TRUE(WriteFile(project + "/limit", limit).ok());
}

TEST(MinimizingTest, ATestThatTurnsFlakyIsSaidToBe) {
  const std::string project = SmallProject("flaky", R"(
find_package(Threads REQUIRED)
add_executable(app main.cc)
target_compile_definitions(app PRIVATE FOLDER="${CMAKE_SOURCE_DIR}")
target_link_libraries(app PRIVATE Threads::Threads)
)",
                                           kFlaky);
  BehaveUntil(project, "1000000");
  CommandResult sweep =
      RunTool({"detsim-test", "--dir=" + project, "--target=app",
               "--strategy=random", "--trials=500", "--max_failures=1"});
  ASSERT_EQ(sweep.exit_code, 1) << sweep.output;
  const std::string failure = PathOf(project, Report(project)["tests"][0]);

  BehaveUntil(project, "12");
  CommandResult result = MinimizeStored(project, failure, {"--jobs=1"});
  EXPECT_EQ(result.exit_code, 4) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr("(ended by nondeterminism, may not be minimal)"));
  EXPECT_THAT(result.output, HasSubstr("detsim-test: nondeterminism: "));

  // What was kept is as good as the program was.
  BehaveUntil(project, "1000000");
  CommandResult replay = RunTool({"detsim-test", "--dir=" + project,
                                  "--replay=" + MinimizedPath(failure)});
  EXPECT_EQ(replay.exit_code, 1) << replay.output;
  EXPECT_THAT(replay.output, HasSubstr("as recorded"));
}

}  // namespace
}  // namespace detsim::cmd
