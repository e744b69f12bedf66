#include "cmd/lib/test_frameworks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

using testing::ElementsAre;

const TestFramework& Framework(std::string_view name) {
  for (const TestFramework& framework : TestFrameworks())
    if (framework.name == name) return framework;
  ADD_FAILURE() << name;
  return TestFrameworks().front();
}

std::string Program(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "/" + name;
  EXPECT_TRUE(WriteFile(path, text).ok());
  return path;
}

TEST(TestFrameworksTest, AProgramIsKnownByWhatItContains) {
  EXPECT_EQ(FrameworkOf(Program("none", "nothing")), nullptr);
  EXPECT_EQ(FrameworkOf("/nonexistent"), nullptr);
  EXPECT_EQ(
      FrameworkOf(Program("two", "--list-tests --list-test-names-only"))->name,
      "Catch2 2");
  EXPECT_EQ(FrameworkOf(Program("three", "--list-tests"))->name, "Catch2 3");
  EXPECT_EQ(FrameworkOf(Program("doc", "dt-list-test-cases"))->name, "doctest");
  EXPECT_FALSE(HoldsGoogleTest(Program("no_gtest", "--list-tests")));
  EXPECT_TRUE(HoldsGoogleTest(Program("static", "gtest_list_tests")));
  EXPECT_TRUE(HoldsGoogleTest(Program("so", "_ZN7testing8internal3FooE")));
}

TEST(TestFrameworksTest, CatchListsANameALine) {
  EXPECT_THAT(Framework("Catch2 2").parse("plain\n\"#hash\"\n\"quoted\"\n"),
              ElementsAre("plain", "#hash", "\"quoted\""));
}

TEST(TestFrameworksTest, NamesForCatchAreEscaped) {
  const auto select = Framework("Catch2 3").select;
  EXPECT_EQ(select("plain - int"), "plain - int");
  EXPECT_EQ(select("a, b [x] \"q\" back\\slash"),
            "a\\, b \\[x] \"q\" back\\\\slash");
  EXPECT_EQ(select("~tilde"), "\\~tilde");
  EXPECT_EQ(select("\"quoted\""), "\\\"quoted\"");
  EXPECT_EQ(select("[tag] first"), "\\[tag] first");
}

TEST(TestFrameworksTest, DoctestListsNamesBetweenRules) {
  EXPECT_THAT(
      Framework("doctest").parse(
          "[doctest] listing all test case names\n=====\nplain\na, b\nplain\n"
          "=====\n[doctest] unskipped test cases: 3\n"),
      ElementsAre("plain", "a, b"));
}

TEST(TestFrameworksTest, CommasForDoctestAreWildcards) {
  EXPECT_EQ(Framework("doctest").select("a, b [x]"), "--test-case=a? b [x]");
}

}  // namespace
}  // namespace detsim::cmd
