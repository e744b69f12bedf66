// Pins, and failures for --pin, that are damaged, of a newer version, of
// another test or of another build: one line each, with the exit code that
// fits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"
#include "test/cmd/pins/pinned_pool.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class BadPinTest : public PinnedPoolTest {
 protected:
  // A file with `text`, among the project's pins and for --verify: it is
  // refused in the same line, which is returned.
  static std::string Refusal(const std::string& text) {
    std::string bad = project() + "/detsim-regressions/zz.pin";
    EXPECT_TRUE(WriteFile(bad, text).ok());
    CommandResult sweep = Sweep();
    CommandResult verify = Verify(bad);
    std::filesystem::remove(bad);
    EXPECT_EQ(sweep.exit_code, 2) << sweep.output;
    EXPECT_EQ(verify.exit_code, 2) << verify.output;
    // Before it a sweep may say that it has begun.
    std::string line = verify.output;
    EXPECT_THAT(sweep.output, HasSubstr(line));
    EXPECT_THAT(
        line, StartsWith(absl::StrCat("detsim-test: cannot use ", bad, ": ")));
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
    return line;
  }

  static std::string Changed(const std::string& from, const std::string& to) {
    return absl::StrReplaceAll(*ReadFile(pin()), {{from, to}});
  }
};

TEST_F(BadPinTest, CutOff) {
  std::string text = *ReadFile(pin());
  EXPECT_THAT(Refusal(text.substr(0, text.rfind("end: "))),
              HasSubstr("it is cut off"));
}

TEST_F(BadPinTest, Empty) {
  EXPECT_THAT(Refusal(""), HasSubstr("it is no pin"));
}

TEST_F(BadPinTest, WithAFlippedBit) {
  std::string text = *ReadFile(pin());
  text[text.find("failure: ")] ^= 1;
  EXPECT_THAT(Refusal(text), HasSubstr("it is none of a pin's lines"));
}

TEST_F(BadPinTest, OfANewerVersion) {
  EXPECT_THAT(Refusal(Changed("detsim pin 1", "detsim pin 9")),
              HasSubstr("its version is 9; this detsim reads version 1"));
}

TEST_F(BadPinTest, OfATestThatIsGone) {
  EXPECT_THAT(Refusal(Changed(kTest, "WorkerPoolTest.Gone")),
              HasSubstr("worker_pool_test has no test WorkerPoolTest.Gone; it "
                        "was renamed or removed"));
}

TEST_F(BadPinTest, OfAProgramThatIsGone) {
  EXPECT_THAT(
      Refusal(Changed("program: worker_pool_test", "program: gone_test")),
      HasSubstr("the project has no program gone_test"));
}

// What another test does is not what the pin is about.
TEST_F(BadPinTest, OfAnotherTestIsNotReached) {
  std::string other = project() + "/other.pin";
  std::string test = "JobQueueTest.PopWaitsForAPush";
  ASSERT_TRUE(WriteFile(other, Changed(kTest, test)).ok());
  CommandResult result = Verify(other, {"--trials=50"});
  EXPECT_EQ(result.exit_code, 4) << result.output;
  EXPECT_THAT(result.output, HasSubstr("NO LONGER REACHED"));
  EXPECT_THAT(result.output, HasSubstr("not reached any more: choice 1, "));
}

// Without optimisation functions of the library are what takes the locks, but
// the user's still call them.
TEST_F(BadPinTest, OfABuildThatInlinesNothingIsReached) {
  CommandResult result = Sweep({"--keep_opt"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
  EXPECT_THAT(result.output,
              HasSubstr(absl::StrCat("pin ", pin(), ": FAILS (")));
}

TEST_F(BadPinTest, ThatIsNotThere) {
  CommandResult result = Verify("/nonexistent.pin");
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_THAT(result.output, HasSubstr("/nonexistent.pin"));
}

TEST_F(BadPinTest, APinIsNoFailureToPin) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + project(), "--pin=" + pin()});
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_THAT(result.output, HasSubstr("it is not a failure that detsim-test"));
}

// Whose program has changed: only what still fails can be pinned.
TEST_F(BadPinTest, AFailureThatIsMendedCannotBePinned) {
  Mend();
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + project(), "--pin=" + artifact()});
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_THAT(result.output, HasSubstr("pin a failure before it is fixed"));
}

}  // namespace
}  // namespace detsim::cmd
