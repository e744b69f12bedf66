// What a user can get wrong: one clear line and the right exit code each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

struct BadCase {
  const char* name;
  std::vector<std::string> flags;  // "DIR" stands for `list` and `source`.
  const char* list;
  const char* source;
  int exit_code;
  const char* message;  // A regular expression.
};

class BadInputTest : public testing::TestWithParam<BadCase> {};

TEST_P(BadInputTest, IsToldInOneClearLine) {
  const BadCase& bad = GetParam();
  std::string project;
  if (bad.source != nullptr)
    project =
        SmallProject(absl::StrCat("bad_", bad.name), bad.list, bad.source);
  std::vector<std::string> arguments = {"detsim-test"};
  for (const std::string& flag : bad.flags) {
    arguments.push_back(flag == "DIR"   ? "--dir=" + project
                        : flag == "OUT" ? "--out=" + WorkFolder() + "/bad_out"
                                        : flag);
  }
  CommandResult result = RunTool(std::move(arguments));
  EXPECT_EQ(result.exit_code, bad.exit_code) << result.output;
  EXPECT_THAT(result.output, ContainsRegex(bad.message));
}

INSTANTIATE_TEST_SUITE_P(
    Inputs, BadInputTest,
    testing::Values(
        BadCase{"NoDirectory",
                {"--dir=/nonexistent"},
                "",
                nullptr,
                2,
                "^detsim-test: /nonexistent: no such directory\n$"},
        BadCase{"NoFlag",
                {},
                "",
                nullptr,
                2,
                "^detsim-test: --dir=DIR is missing[^\n]*\n$"},
        BadCase{"NoCmakeLists",
                {"--dir=/usr"},
                "",
                nullptr,
                2,
                "^detsim-test: /usr has no CMakeLists.txt[^\n]*"
                "--build_command=COMMAND and --binary=PROGRAMS\n$"},
        BadCase{"NoSuchBinary",
                {"--dir=/usr", "--binary=nothing", "OUT"},
                "",
                nullptr,
                2,
                "^detsim-test: --binary=nothing: no such program in /usr or "
                "[^\n]*\n$"},
        BadCase{"BinaryOfAnotherCompiler",
                {"--dir=/usr", "--binary=bin/true", "OUT"},
                "",
                nullptr,
                2,
                "^detsim-test: --binary=bin/true was not linked by detsim-cc; "
                "[^\n]*\n$"},
        BadCase{"BuildCommandForNothing",
                {"--dir=/usr", "--build_command=make"},
                "",
                nullptr,
                2,
                "^detsim-test: --build_command needs --binary=PROGRAMS: what "
                "to run\n$"},
        BadCase{"BuildCommandFails",
                {"--dir=/usr", "--build_command=echo no luck; false",
                 "--binary=bin/true", "OUT"},
                "",
                nullptr,
                3,
                "^detsim-test: /usr does not build \\(exit code 1 from "
                "[^\n]*\nno luck\n"},
        BadCase{"UnknownFlag",
                {"--dri=x"},
                "",
                nullptr,
                2,
                "^detsim-test: unknown flag --dri; did you mean --dir\\?\n$"},
        BadCase{"BadValue",
                {"--dir=/usr", "--trials=many"},
                "",
                nullptr,
                2,
                "^detsim-test: --trials=many is not valid[^\n]*\n$"},
        BadCase{"SeedsPastTheLast",
                {"--dir=/usr", "--seed=18446744073709551615", "--trials=2"},
                "",
                nullptr,
                2,
                "^detsim-test: --seed and --trials: the last seed is past "
                "2\\^64 - 1\n$"},
        BadCase{
            "BaselineOfNoFile",
            {"--dir=/usr", "--write_baseline"},
            "",
            nullptr,
            2,
            "^detsim-test: --write_baseline needs --baseline=FILE[^\n]*\n$"},
        BadCase{"BaselineOfAnotherKind",
                {"--dir=/usr", "--baseline=/proc/version"},
                "",
                nullptr,
                2,
                "^detsim-test: cannot use /proc/version: its first line is "
                "not[^\n]*\n$"},
        BadCase{"BadStrategy",
                {"--dir=/usr", "--strategy=luck"},
                "",
                nullptr,
                2,
                "^detsim-test: --strategy=luck is unknown; there are "
                "portfolio, random, pct[^\n]*\n$"},
        BadCase{"CmakeError",
                {"DIR"},
                "message(FATAL_ERROR \"no luck\")\n",
                "int x;\n",
                3,
                "CMake cannot configure.*no luck"},
        BadCase{"CompileError",
                {"DIR"},
                kGtestList,
                "int f() { return undefined_name; }\n",
                3,
                "bad_CompileError/main.cc:1:18: error: use of undeclared"},
        BadCase{"NoExecutable",
                {"DIR"},
                "",
                "int x;\n",
                2,
                "no tests: .* builds no executable"},
        BadCase{"NoGoogleTest",
                {"DIR"},
                "add_executable(app main.cc)\n",
                "int main() {}\n",
                2,
                "no executable that links GoogleTest \\(it has app\\)"},
        BadCase{"NoTests",
                {"DIR"},
                kGtestList,
                "int x;\n",
                2,
                "app has a test framework but holds no test"},
        BadCase{"FilterOfNothing",
                {"DIR", "--filter=No.*"},
                kGtestList,
                "#include <gtest/gtest.h>\nTEST(A, B) {}\n",
                2,
                "--filter=No.\\* matches no test; there are A.B"},
        BadCase{"NoSuchTarget",
                {"DIR", "--target=no"},
                kGtestList,
                "int x;\n",
                2,
                "--target=no: no such executable; the project has app"},
        BadCase{"ArgumentsForAReplay",
                {"DIR", "--replay=x.json", "--", "--fast"},
                kGtestList,
                "int x;\n",
                2,
                "--replay passes the arguments that were recorded"},
        BadCase{"CrashBeforeMain",
                {"DIR"},
                kGtestList,
                "int* volatile p;\nint x = *p;\n",
                2,
                "cannot list the tests of .*: signal 11"},
        BadCase{"NothingIntercepted",
                {"DIR", "--target=app"},
                "add_executable(app main.cc)\n",
                "int main() {}\n",
                4,
                "nothing was intercepted"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(HelpTest, EveryCommandHasHelpAndVersion) {
  for (const char* command : {"detsim-test", "detsim-trace"}) {
    CommandResult help = RunTool({command, "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.output, HasSubstr("examples:"));
    if (std::string_view(command) == "detsim-test")
      EXPECT_THAT(help.output,
                  HasSubstr("how schedules are drawn: portfolio ("));
    EXPECT_EQ(RunTool({command, "--version"}).output, "detsim 0.1.0\n");
  }
}

}  // namespace
}  // namespace detsim::cmd
