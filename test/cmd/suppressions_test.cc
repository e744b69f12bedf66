#include "cmd/lib/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

using testing::HasSubstr;

Suppressions Parsed(std::string_view text) {
  absl::StatusOr<Suppressions> suppressions = Suppressions::Parse(text);
  EXPECT_TRUE(suppressions.ok()) << suppressions.status();
  return suppressions.ok() ? *suppressions : Suppressions();
}

TEST(SuppressionsTest, APatternMatchesAnywhere) {
  Suppressions known = Parsed("race:Counter\n");
  EXPECT_TRUE(known.Matches("counters::Counter::Add(long)"));
  EXPECT_FALSE(known.Matches("counters::Registry::Find"));
}

TEST(SuppressionsTest, StarsStandForAnything) {
  Suppressions known = Parsed("race:a*c*e");
  EXPECT_TRUE(known.Matches("xxabcdefg"));
  EXPECT_FALSE(known.Matches("aec"));
}

TEST(SuppressionsTest, EndsCanBeClosed) {
  EXPECT_TRUE(Parsed("race:^main.cc$").Matches("main.cc"));
  EXPECT_FALSE(Parsed("race:^main.cc").Matches("/src/main.cc"));
  EXPECT_FALSE(Parsed("race:main.cc$").Matches("main.cc.o"));
}

TEST(SuppressionsTest, CommentsAndOtherKindsAreSkipped) {
  Suppressions known = Parsed("# known\n\n  race:A \ndeadlock:B\nthread:C\n");
  EXPECT_TRUE(known.Matches("A"));
  EXPECT_FALSE(known.Matches("B"));
  EXPECT_FALSE(known.Matches("C"));
}

TEST(SuppressionsTest, AnythingElseIsAnErrorThatNamesTheLine) {
  EXPECT_THAT(Suppressions::Parse("race:A\nraces:B").status().ToString(),
              HasSubstr("line 2: \"races:B\""));
  EXPECT_FALSE(Suppressions::Parse("race:").ok());
  EXPECT_FALSE(Suppressions::Parse("Counter").ok());
}

}  // namespace
}  // namespace detsim::cmd
