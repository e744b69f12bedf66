// A pin of examples/workerpool's lost wake-up while the program changes: edits
// that have nothing to do with it, the fix, and a rewrite.
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

constexpr char kTest[] = "WorkerPoolTest.RunsEveryJobBeforeShutdownReturns";
constexpr char kQueue[] = "/src/job_queue.cc";
constexpr char kHeader[] = "/include/workerpool/job_queue.h";

class PinTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    project_ = new std::string(WorkFolder() + "/pool");
    Restore();
    std::filesystem::remove_all(*project_ + "/detsim-regressions");
    nlohmann::json test =
        SweepOne(*project_, kTest, {"--trials=1000", "--minimize"}, 1);
    std::string artifact = test["failures"][0]["minimized"]["artifact"];
    CommandResult pinned =
        RunTool({"detsim-test", "--dir=" + *project_,
                 absl::StrCat("--pin=", *project_, "/.detsim/", artifact)});
    EXPECT_EQ(pinned.exit_code, 0) << pinned.output;
    EXPECT_THAT(pinned.output, HasSubstr("pinned as "));
    std::string name = std::filesystem::path(artifact).filename();
    pin_ = new std::string(absl::StrReplaceAll(
        absl::StrCat(*project_, "/detsim-regressions/", name),
        {{".min.json", ".pin"}}));
  }

  void SetUp() override { Restore(); }

  // The sources as they are in the example; the pin stays.
  static void Restore() {
    CopyProject(absl::StrCat(DETSIM_SOURCES, "/examples/workerpool"), "pool");
  }

  static void Edit(const char* file, const std::string& from,
                   const std::string& to) {
    std::string text = *ReadFile(*project_ + file);
    ASSERT_NE(text.find(from), std::string::npos) << file << ": " << from;
    text.replace(text.find(from), from.size(), to);
    ASSERT_TRUE(WriteFile(*project_ + file, text).ok());
  }

  // One run of the test besides the pin.
  static CommandResult Sweep(std::vector<std::string> flags = {}) {
    std::vector<std::string> arguments = {"detsim-test", "--dir=" + *project_,
                                          absl::StrCat("--filter=", kTest),
                                          "--trials=1"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return RunTool(std::move(arguments));
  }

  static std::string* project_;
  static std::string* pin_;
};

std::string* PinTest::project_ = nullptr;
std::string* PinTest::pin_ = nullptr;

TEST_F(PinTest, IsTextForReview) {
  std::string text = *ReadFile(*pin_);
  EXPECT_THAT(text, HasSubstr("failure: deadlock\n"
                              "place: src/job_queue.cc, "
                              "workerpool::JobQueue::Pop\n"));
  EXPECT_THAT(text, HasSubstr(": run main\n  before: "));
  EXPECT_THAT(text, HasSubstr("wait on 1st condition variable in "
                              "workerpool::JobQueue::Pop\n"
                              "  # src/job_queue.cc:23: ready_.wait(lock);"));
  EXPECT_LT(text.size(), 3000u);
}

TEST_F(PinTest, FailsBeforeEverySweepUntilItIsFixed) {
  CommandResult sweep = Sweep();
  EXPECT_EQ(sweep.exit_code, 1) << sweep.output;
  EXPECT_THAT(sweep.output, HasSubstr(absl::StrCat("pin ", *pin_, ": FAILS")));
  nlohmann::json test = Report(*project_)["tests"][0];
  EXPECT_EQ(test["status"], "failed");
  EXPECT_EQ(test["pins"][0]["status"], "fails");
  EXPECT_EQ(test["pins"][0]["reached"], test["pins"][0]["choices"]);
  EXPECT_EQ(test["failures"][0]["kind"], "deadlock");
  EXPECT_EQ(test["failures"][0]["pin"], *pin_);
  EXPECT_EQ(Replay(*project_, test["failures"][0]).exit_code, 1);
}

TEST_F(PinTest, StillFailsAfterEditsThatHaveNothingToDoWithIt) {
  Edit(kQueue, "bool JobQueue::Push", "// A line.\n\nbool JobQueue::Push");
  Edit(kQueue, "bool JobQueue::TryPop",
       "std::size_t JobQueue::looks() const {\n"
       "  std::lock_guard<std::mutex> lock(log_mutex_);\n"
       "  return looks_;\n}\n\nbool JobQueue::TryPop");
  Edit(kQueue, "bool JobQueue::Pop(Job* job) {\n",
       "void JobQueue::Log() {\n"
       "  std::lock_guard<std::mutex> lock(log_mutex_);\n  ++looks_;\n}\n\n"
       "bool JobQueue::Pop(Job* job) {\n  Log();\n  pops_.fetch_add(1);\n");
  Edit(kHeader, " private:\n",
       "  std::size_t looks() const;\n\n private:\n  void Log();\n"
       "  mutable std::mutex log_mutex_;\n  std::size_t looks_ = 0;\n"
       "  std::atomic<int> pops_{0};\n");
  CommandResult sweep = Sweep();
  EXPECT_EQ(sweep.exit_code, 1) << sweep.output;
  EXPECT_THAT(sweep.output,
              HasSubstr(absl::StrCat("pin ", *pin_, ": FAILS (")));
  nlohmann::json pin = Report(*project_)["tests"][0]["pins"][0];
  EXPECT_EQ(pin["status"], "fails");
  EXPECT_EQ(pin["reached"], pin["choices"]);
}

TEST_F(PinTest, PassesAfterTheFix) {
  Edit(kQueue, "  closed_.store(true, std::memory_order_release);\n",
       "  {\n    std::lock_guard<std::mutex> lock(mutex_);\n"
       "    closed_.store(true, std::memory_order_release);\n  }\n");
  CommandResult sweep = Sweep();
  EXPECT_EQ(sweep.exit_code, 0) << sweep.output;
  EXPECT_THAT(sweep.output, HasSubstr(absl::StrCat("pin ", *pin_, ": passes")));
}

TEST_F(PinTest, SaysThatItIsNoLongerReachedAfterARewrite) {
  Edit(kQueue, "    ready_.wait(lock);\n",
       "    lock.unlock();\n    std::this_thread::yield();\n"
       "    lock.lock();\n");
  Edit(kQueue, "#include <utility>\n",
       "#include <thread>\n#include <utility>\n");
  CommandResult sweep = Sweep();
  EXPECT_EQ(sweep.exit_code, 4) << sweep.output;
  EXPECT_THAT(sweep.output,
              HasSubstr(absl::StrCat("pin ", *pin_, ": NO LONGER REACHED")));
  EXPECT_THAT(sweep.output, HasSubstr("wait on 1st condition variable in "
                                      "workerpool::JobQueue::Pop"));
}

TEST_F(PinTest, IsRefusedInOneLine) {
  std::string pin = *ReadFile(*pin_);
  std::string bad = *project_ + "/detsim-regressions/zz.pin";
  auto refused = [&](const std::string& text) {
    EXPECT_TRUE(WriteFile(bad, text).ok());
    CommandResult sweep = Sweep();
    EXPECT_EQ(sweep.exit_code, 2) << sweep.output;
    std::filesystem::remove(bad);
    return sweep.output;
  };
  EXPECT_THAT(refused(pin.substr(0, pin.size() / 2)), HasSubstr("cannot use"));
  EXPECT_THAT(
      refused(absl::StrReplaceAll(pin, {{"detsim pin 1", "detsim pin 9"}})),
      HasSubstr("zz.pin: its version is 9; this detsim reads version 1"));
  EXPECT_THAT(
      refused(absl::StrReplaceAll(pin, {{kTest, "WorkerPoolTest.Gone"}})),
      HasSubstr("has no test WorkerPoolTest.Gone"));
  EXPECT_THAT(refused(absl::StrReplaceAll(
                  pin, {{"program: worker_pool_test", "program: gone_test"}})),
              HasSubstr("has no test program gone_test"));
  CommandResult none =
      RunTool({"detsim-test", "--dir=" + *project_, "--pin=" + *pin_});
  EXPECT_EQ(none.exit_code, 2) << none.output;
  EXPECT_THAT(none.output, HasSubstr("it is not a failure that detsim-test"));
}

}  // namespace
}  // namespace detsim::cmd
