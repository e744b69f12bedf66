// A pin of examples/workerpool's lost wake-up while the program changes: edits
// that have nothing to do with it, the fix, and a rewrite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/pins/pinned_pool.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;

using PinSweepTest = PinnedPoolTest;

TEST_F(PinSweepTest, IsTextForReview) {
  std::string text = *ReadFile(pin());
  EXPECT_THAT(text, HasSubstr("failure: deadlock\n"
                              "place: src/job_queue.cc, "
                              "workerpool::JobQueue::Pop\n"));
  EXPECT_THAT(text, HasSubstr(": run main\n  before: "));
  EXPECT_THAT(text, HasSubstr("wait on 1st condition variable in "
                              "workerpool::JobQueue::Pop\n"
                              "  # src/job_queue.cc:23: ready_.wait(lock);"));
  EXPECT_LT(text.size(), 3000u);
}

TEST_F(PinSweepTest, FailsBeforeEverySweepUntilItIsFixed) {
  CommandResult sweep = Sweep();
  EXPECT_EQ(sweep.exit_code, 1) << sweep.output;
  EXPECT_THAT(sweep.output, HasSubstr(absl::StrCat("pin ", pin(), ": FAILS")));
  nlohmann::json test = Report(project())["tests"][0];
  EXPECT_EQ(test["status"], "failed");
  EXPECT_EQ(test["pins"][0]["status"], "fails");
  EXPECT_EQ(test["pins"][0]["reached"], test["pins"][0]["choices"]);
  EXPECT_EQ(test["failures"][0]["kind"], "deadlock");
  EXPECT_EQ(test["failures"][0]["pin"], pin());
  EXPECT_EQ(Replay(project(), test["failures"][0]).exit_code, 1);
}

TEST_F(PinSweepTest, StillFailsAfterEditsThatHaveNothingToDoWithIt) {
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
              HasSubstr(absl::StrCat("pin ", pin(), ": FAILS (")));
  nlohmann::json pin = Report(project())["tests"][0]["pins"][0];
  EXPECT_EQ(pin["status"], "fails");
  EXPECT_EQ(pin["reached"], pin["choices"]);
}

TEST_F(PinSweepTest, PassesAfterTheFix) {
  Mend();
  CommandResult sweep = Sweep();
  EXPECT_EQ(sweep.exit_code, 0) << sweep.output;
  EXPECT_THAT(sweep.output, HasSubstr(absl::StrCat("pin ", pin(), ": passes")));
}

TEST_F(PinSweepTest, SaysThatItIsNoLongerReachedAfterARewrite) {
  Edit(kQueue, "    ready_.wait(lock);\n",
       "    lock.unlock();\n    std::this_thread::yield();\n"
       "    lock.lock();\n");
  Edit(kQueue, "#include <utility>\n",
       "#include <thread>\n#include <utility>\n");
  CommandResult sweep = Sweep();
  EXPECT_EQ(sweep.exit_code, 4) << sweep.output;
  EXPECT_THAT(sweep.output,
              HasSubstr(absl::StrCat("pin ", pin(), ": NO LONGER REACHED")));
  EXPECT_THAT(sweep.output, HasSubstr("wait on 1st condition variable in "
                                      "workerpool::JobQueue::Pop"));
}

}  // namespace
}  // namespace detsim::cmd
