// --races end to end: what is reported, what fails, what is suppressed, and
// what C++20's synchronisation keeps silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr char kRacy[] = R"(#include <gtest/gtest.h>
#include <mutex>
#include <thread>
int hits = 0;
void Hit() { ++hits; }
TEST(Races, Counts) {
  std::thread one(Hit);
  std::thread two([] { Hit(); });
  one.join();
  two.join();
}
)";

CommandResult Sweep(const std::string& project,
                    std::vector<std::string> flags) {
  std::vector<std::string> command = {"detsim-test", "--dir=" + project,
                                      "--trials=40"};
  command.insert(command.end(), flags.begin(), flags.end());
  return RunTool(std::move(command));
}

TEST(RacesEndToEndTest, RacesAreReportedAndReplayAndFailNothing) {
  std::string project = SmallProject("races", kGtestList, kRacy);
  CommandResult result = Sweep(project, {"--no_early_stop"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("Races.Counts: data race at main.cc:5"));
  EXPECT_THAT(result.output, HasSubstr("started at main.cc:8"));
  EXPECT_THAT(result.output, HasSubstr("no failure, 1 data race"));
  json test = Report(project)["tests"][0];
  EXPECT_EQ(test["status"], "passed");
  ASSERT_EQ(test["races"].size(), 1u);
  json race = test["races"][0];
  EXPECT_EQ(race["location"], "main.cc:5");
  EXPECT_EQ(race["other"], "main.cc:5");
  EXPECT_EQ(race["object"], "the variable hits");
  EXPECT_EQ(race["seeds"], 5);  // Of 40 one in eight.
  EXPECT_FALSE(race.contains("unproven"));
  CommandResult replay = Replay(project, race);
  EXPECT_EQ(replay.exit_code, 1) << replay.output;
  EXPECT_THAT(replay.output, HasSubstr("reproduced"));
  for (const json& line : race["accesses"])
    EXPECT_THAT(replay.output, HasSubstr(line.get<std::string>()));
}

TEST(RacesEndToEndTest, RacesFailWhenAsked) {
  std::string project = SmallProject("races", kGtestList, kRacy);
  CommandResult result = Sweep(project, {"--races=fail", "--minimize"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  json test = Report(project)["tests"][0];
  EXPECT_EQ(test["races"].size(), 0u);
  ASSERT_EQ(test["failures"].size(), 1u);
  json failure = test["failures"][0];
  EXPECT_EQ(failure["kind"], "data_race");
  EXPECT_EQ(failure["runs_failing"], 20);
  // Whatever the schedule.
  EXPECT_EQ(failure["minimized"]["unusual"], 0);
  EXPECT_EQ(Replay(project, failure).exit_code, 1);
}

TEST(RacesEndToEndTest, WhatIsSuppressedOrNotLookedForIsNotThere) {
  std::string project = SmallProject("races", kGtestList, kRacy);
  std::string file = project + "/known.txt";
  ASSERT_TRUE(WriteFile(file, "# known\nrace:^Hit\n").ok());
  for (const char* races : {"--races=report", "--races=fail"}) {
    CommandResult result = Sweep(project, {races, "--suppressions=" + file});
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_THAT(result.output, Not(HasSubstr("data race")));
  }
  EXPECT_THAT(Sweep(project, {"--races=off"}).output,
              Not(HasSubstr("data race")));
  ASSERT_TRUE(WriteFile(file, "Hit\n").ok());
  EXPECT_EQ(Sweep(project, {"--suppressions=" + file}).exit_code, 2);
  EXPECT_EQ(Sweep(project, {"--races=some"}).exit_code, 2);
}

constexpr char kCxx20List[] =
    "set(CMAKE_CXX_STANDARD 20)\n"
    "find_package(GTest REQUIRED)\n"
    "add_executable(app main.cc)\n"
    "target_link_libraries(app GTest::gtest_main atomic)\n";

constexpr char kCxx20[] = R"(#include <gtest/gtest.h>
#include <atomic>
#include <barrier>
#include <latch>
#include <memory>
#include <semaphore>
#include <stop_token>
#include <thread>
TEST(Cxx20, Latch) {
  int data[2] = {};
  std::latch latch(2);
  auto work = [&](int me) {
    data[me] = 1;
    latch.arrive_and_wait();
    EXPECT_EQ(data[1 - me], 1);
  };
  std::jthread one(work, 0);
  std::jthread two(work, 1);
}
TEST(Cxx20, Barrier) {
  int data[2] = {};
  int phases = 0;
  auto completion = [&]() noexcept { phases += data[0] - data[1] + 1; };
  std::barrier barrier(2, completion);
  auto work = [&](int me) {
    for (int i = 0; i < 3; ++i) {
      data[me] = i;
      barrier.arrive_and_wait();
      EXPECT_EQ(data[1 - me], i);
      barrier.arrive_and_wait();
    }
  };
  std::jthread one(work, 0);
  std::jthread two(work, 1);
}
TEST(Cxx20, Semaphores) {
  std::binary_semaphore ready(0);
  int data = 0;
  std::jthread writer([&] {
    data = 1;
    ready.release();
  });
  ready.acquire();
  EXPECT_EQ(data, 1);
}
TEST(Cxx20, AtomicWait) {
  std::atomic<int> flag = 0;
  int data = 0;
  std::jthread writer([&] {
    data = 1;
    flag.store(1, std::memory_order_release);
    flag.notify_one();
  });
  flag.wait(0, std::memory_order_acquire);
  EXPECT_EQ(data, 1);
}
TEST(Cxx20, StopCallback) {
  int data = 0;
  std::stop_source source;
  std::jthread stopper([&] {
    data = 1;
    source.request_stop();
  });
  int seen = 0;
  {
    std::stop_callback callback(source.get_token(), [&] { seen = data; });
    while (!source.stop_requested()) std::this_thread::yield();
  }
  EXPECT_LE(seen, data);
}
TEST(Cxx20, AtomicSharedPtr) {
  std::atomic<std::shared_ptr<int>> current = std::make_shared<int>(1);
  std::jthread writer([&] { current.store(std::make_shared<int>(2)); });
  EXPECT_LE(*current.load(), 2);
}
TEST(Cxx20, AtomicRef) {
  int flag = 0;
  int data = 0;
  std::jthread writer([&] {
    data = 1;
    std::atomic_ref(flag).store(1, std::memory_order_release);
  });
  if (std::atomic_ref(flag).load(std::memory_order_acquire) == 1)
    EXPECT_EQ(data, 1);
}
struct Large { long a, b, c; };
TEST(Cxx20, LargeAtomics) {
  std::atomic<Large> flag = Large{0, 0, 0};
  int data = 0;
  std::jthread writer([&] {
    data = 1;
    flag.store(Large{1, 1, 1});
  });
  if (flag.load().b == 1) EXPECT_EQ(data, 1);
}
)";

// The same program beside a library with threads, rewritten and precompiled.
TEST(RacesEndToEndTest, WhatAPrecompiledLibraryMayOrderIsUnproven) {
  const std::string source =
      "file(WRITE \"${CMAKE_BINARY_DIR}/beside.cc\"\n"
      "  \"#include <pthread.h>\\n\"\n"
      "  \"int Beside(pthread_t t) { return pthread_detach(t); }\\n\")\n";
  const std::string rewritten =
      "add_library(beside SHARED \"${CMAKE_BINARY_DIR}/beside.cc\")\n"
      "target_link_libraries(app PRIVATE -Wl,--no-as-needed beside)\n";
  const std::string precompiled =
      "execute_process(COMMAND g++ -shared -fPIC\n"
      "  -o ${CMAKE_BINARY_DIR}/libbeside.so ${CMAKE_BINARY_DIR}/beside.cc)\n"
      "target_link_libraries(app PRIVATE -Wl,--no-as-needed\n"
      "  ${CMAKE_BINARY_DIR}/libbeside.so)\n";
  for (const std::string& library : {rewritten, precompiled}) {
    bool unseen = library == precompiled;
    std::string project =
        SmallProject(unseen ? "races_unseen" : "races_seen",
                     absl::StrCat(kGtestList, source, library), kRacy);
    EXPECT_EQ(Sweep(project, {}).exit_code, 0);
    json races = Report(project)["tests"][0]["races"];
    ASSERT_EQ(races.size(), 1u);
    EXPECT_EQ(races[0].contains("unproven"), unseen) << races[0];
  }
}

TEST(RacesEndToEndTest, Cxx20SynchronisationIsSilent) {
  std::string project = SmallProject("races20", kCxx20List, kCxx20);
  CommandResult result = Sweep(project, {"--races=fail", "--trials=200"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

}  // namespace
}  // namespace detsim::cmd
