// Sweeps of a build with AddressSanitizer and UndefinedBehaviorSanitizer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

nlohmann::json SweepSanitized(const char* test, int exit_code) {
  static const std::string project =
      CopyProject(absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/sanitized"),
                  "sanitized");
  nlohmann::json report =
      SweepOne(project, absl::StrCat("Sanitized.", test),
               {"--cc_arg=-fsanitize=address,undefined", "--trials=40",
                "--max_failures=2", "--minimize"},
               exit_code);
  for (const nlohmann::json& failure : report["failures"]) {
    EXPECT_EQ(Replay(project, failure).exit_code, 1);
    EXPECT_LE(failure["minimized"]["unusual"], 1);
  }
  return report;
}

TEST(SanitizersTest, AnOverflowUnderSomeSchedulesIsACrashAtItsLine) {
  nlohmann::json report = SweepSanitized("Overflows", 1);
  ASSERT_EQ(report["failures"].size(), 1u);
  const nlohmann::json& failure = report["failures"][0];
  EXPECT_EQ(failure["kind"], "crash");
  EXPECT_EQ(failure["message"], "AddressSanitizer: heap-buffer-overflow");
  EXPECT_EQ(failure["location"], "sanitized.cc:24");
}

TEST(SanitizersTest, UndefinedBehaviourEndsTheRun) {
  nlohmann::json report = SweepSanitized("Undefined", 1);
  ASSERT_EQ(report["failures"].size(), 1u);
  const nlohmann::json& failure = report["failures"][0];
  EXPECT_EQ(failure["kind"], "crash");
  EXPECT_THAT(
      std::string(failure["message"]),
      StartsWith("UndefinedBehaviorSanitizer: signed integer overflow"));
  EXPECT_EQ(failure["location"], "sanitized.cc:39");
}

TEST(SanitizersTest, ExceptionsAndReusedStacksAreNoErrors) {
  nlohmann::json report = SweepSanitized("Passes", 0);
  EXPECT_EQ(report["status"], "passed");
  EXPECT_EQ(report["failing_runs"], 0);
}

}  // namespace
}  // namespace detsim::cmd
