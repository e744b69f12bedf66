#include "cmd/lib/gtest_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ParseGtestListTest, ReadsAllKindsOfTests) {
  EXPECT_THAT(
      ParseGtestList("Running main() from gtest_main.cc\n"
                     "QueueTest.\n"
                     "  Drains\n"
                     "  DISABLED_Slow\n"
                     "Typed/0.  # TypeParam = int\n"
                     "  Works\n"
                     "All/Param.\n"
                     "  Works/0  # GetParam() = 1\n"
                     "  Works/1  # GetParam() = \"a # b\"\n"),
      ElementsAre("QueueTest.Drains", "QueueTest.DISABLED_Slow",
                  "Typed/0.Works", "All/Param.Works/0", "All/Param.Works/1"));
}

TEST(ParseGtestListTest, OtherOutputHoldsNoTest) {
  EXPECT_THAT(ParseGtestList("usage: app [options]\n  --help\n"), IsEmpty());
}

struct FilterCase {
  const char* filter;
  const char* name;
  bool matches;
};

class FilterTest : public testing::TestWithParam<FilterCase> {};

TEST_P(FilterTest, MatchesAsGoogleTestDoes) {
  EXPECT_EQ(MatchesGtestFilter(GetParam().filter, GetParam().name),
            GetParam().matches);
}

INSTANTIATE_TEST_SUITE_P(Filters, FilterTest,
                         testing::Values(FilterCase{"*", "A.B", true},
                                         FilterCase{"A.B", "A.B", true},
                                         FilterCase{"A.B", "A.BC", false},
                                         FilterCase{"A.*", "A.BC", true},
                                         FilterCase{"*.B?", "A.BC", true},
                                         FilterCase{"*.B?", "A.B", false},
                                         FilterCase{"X.*:A.*", "A.B", true},
                                         FilterCase{"A.*-A.B", "A.B", false},
                                         FilterCase{"-A.B", "A.C", true},
                                         FilterCase{"-A.B:A.C", "A.C", false},
                                         FilterCase{"", "A.B", true}));

// A program that only answers --gtest_list_tests.
CmakeTarget MakeProgram(const std::string& name, const std::string& script) {
  std::string path = testing::TempDir() + "/" + name;
  EXPECT_TRUE(WriteFile(path, "#!/bin/sh\n" + script).ok());
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return {.name = name, .binary = path, .links_gtest = true};
}

std::string OutFolder(const std::string& name) {
  std::string out = testing::TempDir() + "/" + name;
  std::filesystem::remove_all(out);
  return out;
}

TEST(ListTestsTest, AsksOnceUntilTheProgramChanges) {
  std::string out = OutFolder("list_once");
  std::string log = out + ".log";
  std::filesystem::remove(log);
  CmakeTarget program = MakeProgram(
      "list_once_test", "echo asked >> " + log + "\necho A.; echo '  B'\n");
  EXPECT_THAT(*ListTests(program, nullptr, out), ElementsAre("A.B"));
  EXPECT_THAT(*ListTests(program, nullptr, out), ElementsAre("A.B"));
  EXPECT_EQ(*ReadFile(log), "asked\n");
  MakeProgram("list_once_test", "echo A.; echo '  C'; echo '  Other'\n");
  EXPECT_THAT(*ListTests(program, nullptr, out), ElementsAre("A.C", "A.Other"));
}

TEST(ListTestsTest, ProgramThatFailsIsNamedWithItsWords) {
  std::string out = OutFolder("list_fails");
  CmakeTarget program =
      MakeProgram("list_fails_test", "echo no config; exit 3\n");
  auto names = ListTests(program, nullptr, out);
  ASSERT_FALSE(names.ok());
  EXPECT_THAT(std::string(names.status().message()),
              testing::AllOf(HasSubstr("list_fails_test"),
                             HasSubstr("exit code 3"), HasSubstr("no config")));
}

TEST(CollectTestsTest, LeavesDisabledTestsOutUnlessAskedFor) {
  std::string out = OutFolder("disabled");
  CmakeTarget program = MakeProgram(
      "disabled_test", "echo A.; echo '  B'; echo '  DISABLED_C'\n");
  auto plain = CollectTests({program}, {}, out);
  ASSERT_TRUE(plain.ok());
  ASSERT_EQ(plain->size(), 1u);
  EXPECT_EQ(plain->at(0).name, "A.B");
  auto asked = CollectTests({program}, {.filter = "A.DISABLED_*"}, out);
  ASSERT_TRUE(asked.ok());
  ASSERT_EQ(asked->size(), 1u);
  EXPECT_THAT(asked->at(0).arguments,
              testing::Contains("--gtest_also_run_disabled_tests"));
}

TEST(CollectTestsTest, FilterThatMatchesNothingSaysWhatThereIs) {
  std::string out = OutFolder("nothing");
  CmakeTarget program =
      MakeProgram("nothing_test", "echo A.; echo '  B'; echo '  C'\n");
  auto tests = CollectTests({program}, {.filter = "X.*"}, out);
  EXPECT_EQ(tests.status().message(),
            "--filter=X.* matches no test; there are A.B, A.C");
}

TEST(CollectTestsTest, ProgramWithoutGoogleTestIsOneTest) {
  CmakeTarget program = {.name = "app", .binary = "/nonexistent/app"};
  auto tests = CollectTests({program}, {}, OutFolder("plain"));
  ASSERT_TRUE(tests.ok());
  ASSERT_EQ(tests->size(), 1u);
  EXPECT_EQ(tests->at(0).name, "app");
  EXPECT_THAT(tests->at(0).arguments, IsEmpty());
}

TEST(CollectTestsTest, ProgramWithoutGoogleTestHasCtestsTests) {
  CmakeTarget program = {.name = "app", .binary = "/nonexistent/app"};
  program.tests = {{"fast", {"--fast"}, "/tmp"}, {"slow", {"--slow"}, "/usr"}};
  auto tests = CollectTests({program}, {}, OutFolder("ctest"));
  ASSERT_TRUE(tests.ok());
  ASSERT_EQ(tests->size(), 2u);
  EXPECT_EQ(tests->at(1).name, "slow");
  EXPECT_EQ(tests->at(1).program, "app");
  EXPECT_EQ(tests->at(1).directory, "/usr");
  EXPECT_THAT(tests->at(1).arguments, ElementsAre("--slow"));
  auto one = CollectTests({program}, {.filter = "f*"}, OutFolder("ctest"));
  ASSERT_TRUE(one.ok());
  ASSERT_EQ(one->size(), 1u);
  EXPECT_EQ(one->at(0).name, "fast");
}

TEST(CollectTestsTest, ArgumentsOfTheUserStandForCtests) {
  CmakeTarget program = {.name = "app", .binary = "/nonexistent/app"};
  program.tests = {{"fast", {"--fast"}, "/tmp"}};
  auto tests =
      CollectTests({program}, {.arguments = {"a", "b"}}, OutFolder("args"));
  ASSERT_TRUE(tests.ok());
  ASSERT_EQ(tests->size(), 1u);
  EXPECT_EQ(tests->at(0).name, "app");
  EXPECT_THAT(tests->at(0).arguments, ElementsAre("a", "b"));
}

TEST(CollectTestsTest, ArgumentsOfTheUserFollowThoseForGoogleTest) {
  CmakeTarget program =
      MakeProgram("with_arguments_test", "echo A.; echo '  B'\n");
  auto tests = CollectTests({program}, {.arguments = {"--data=x"}},
                            OutFolder("gtest_args"));
  ASSERT_TRUE(tests.ok());
  ASSERT_EQ(tests->size(), 1u);
  EXPECT_EQ(tests->at(0).arguments.front(), "--gtest_filter=A.B");
  EXPECT_EQ(tests->at(0).arguments.back(), "--data=x");
}

}  // namespace
}  // namespace detsim::cmd
