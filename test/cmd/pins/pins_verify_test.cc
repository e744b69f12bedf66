// --verify while the pinned bug is there, mended, mended for the pinned
// schedule only, and out of sight.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"
#include "test/cmd/pins/pinned_pool.h"

namespace detsim::cmd {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class PinVerifyTest : public PinnedPoolTest {
 protected:
  static nlohmann::json VerifyReport() { return Report(project())["verify"]; }

  // Whoever waits when the queue is closed is woken twice, the second time
  // after the others had their turn: enough for the schedule that was pinned.
  static void MendForThePinOnly() {
    Edit(kQueue, "  ready_.notify_all();\n",
         "  ready_.notify_all();\n  std::this_thread::yield();\n"
         "  ready_.notify_all();\n");
    Edit(kQueue, "#include <utility>\n",
         "#include <thread>\n#include <utility>\n");
  }
};

TEST_F(PinVerifyTest, IsNotFixedWhileThePinFails) {
  CommandResult result = Verify(pin());
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output, HasSubstr(absl::StrCat("pin ", pin(), ": FAILS")));
  EXPECT_THAT(result.output, EndsWith("\nNOT FIXED: the pin fails, as when it "
                                      "was made\n"));
  EXPECT_EQ(VerifyReport()["verdict"], "not fixed");
}

TEST_F(PinVerifyTest, IsFixedWhenThePinAndAllAroundItPass) {
  Mend();
  CommandResult result = Verify(pin());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(result.output,
              EndsWith("\nFIXED: the pin passes, and so do 1000 runs that "
                       "begin like it\n"));
  nlohmann::json verify = VerifyReport();
  EXPECT_EQ(verify["verdict"], "fixed");
  nlohmann::json test = Report(project())["tests"][0];
  EXPECT_EQ(test["runs"], 1000);
  EXPECT_GT(test["distinct"], 10);
  ASSERT_EQ(verify["prefixes"].size(),
            test["pins"][0]["choices"].get<size_t>() + 1);
  uint64_t runs = 0;
  for (const nlohmann::json& prefix : verify["prefixes"]) {
    EXPECT_EQ(prefix["failed"], 0);
    EXPECT_GT(prefix["runs"], 0);
    runs += prefix["runs"].get<uint64_t>();
  }
  EXPECT_EQ(runs, 1000u);
}

TEST_F(PinVerifyTest, IsNotFixedWhenOnlyThePinnedScheduleIsMended) {
  MendForThePinOnly();
  CommandResult result = Verify(pin(), {"--minimize"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr(absl::StrCat("pin ", pin(), ": passes")));
  EXPECT_THAT(result.output, HasSubstr("\nNOT FIXED: the pin passes, but "));
  EXPECT_THAT(result.output, EndsWith("runs that begin like it failed as when "
                                      "it was pinned\n"));
  nlohmann::json test = Report(project())["tests"][0];
  ASSERT_EQ(test["failures"].size(), 1u);
  EXPECT_EQ(test["failures"][0]["kind"], "deadlock");
  EXPECT_EQ(VerifyReport()["runs_failing"], test["failing_runs"]);
  // What was found is kept like any failure.
  EXPECT_EQ(Replay(project(), test["failures"][0]).exit_code, 1);
  EXPECT_EQ(Replay(project(), test["failures"][0]["minimized"]).exit_code, 1);
}

TEST_F(PinVerifyTest, IsUndecidedWhenThePinIsNoLongerReached) {
  Mend();
  std::string text = absl::StrReplaceAll(
      *ReadFile(pin()),
      {{"in workerpool::JobQueue::Pop\n", "in workerpool::JobQueue::Take\n"}});
  std::string lost = project() + "/lost.pin";
  ASSERT_TRUE(WriteFile(lost, text).ok());
  CommandResult result = Verify(lost, {"--trials=100"});
  EXPECT_EQ(result.exit_code, 4) << result.output;
  EXPECT_THAT(result.output, HasSubstr("\nUNDECIDED: nothing failed, but the "
                                       "pin is no longer reached"));
  EXPECT_EQ(VerifyReport()["verdict"], "undecided");
}

TEST_F(PinVerifyTest, IsUndecidedWhenTheBudgetIsTooSmall) {
  Mend();
  CommandResult result = Verify(pin(), {"--budget=1ms", "--trials=1000000"});
  EXPECT_EQ(result.exit_code, 4) << result.output;
  EXPECT_THAT(result.output, HasSubstr("\nUNDECIDED: only "));
}

TEST_F(PinVerifyTest, FindsTheSameWithAnyNumberOfWorkers) {
  MendForThePinOnly();
  auto found = [](const char* jobs) {
    Verify(pin(), {jobs});
    nlohmann::json report = Report(project());
    report["totals"] = nullptr;  // Seconds.
    return report;
  };
  nlohmann::json one = found("--jobs=1");
  EXPECT_EQ(found("--jobs=3"), one);
}

}  // namespace
}  // namespace detsim::cmd
