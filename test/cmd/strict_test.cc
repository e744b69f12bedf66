// --strict and its baseline on a project with one call that is not controlled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::HasSubstr;

std::string Source(const char* call) {
  return absl::StrCat(
      "#include <gtest/gtest.h>\n"
      "#include <unistd.h>\n"
      "#include <mutex>\n"
      "TEST(A, B) {\n"
      "  std::mutex mutex;\n"
      "  std::lock_guard<std::mutex> lock(mutex);\n"
      "  if (getpid() < 0) ",
      call, ";\n}\n");
}

TEST(StrictTest, UncontrolledConstructFailsUntilABaselineAcceptsIt) {
  std::string project =
      SmallProject("strict", kGtestList, Source("(void)fork()"));
  std::string baseline = project + "/known.txt";
  auto run = [&](std::vector<std::string> flags) {
    std::vector<std::string> command = {"detsim-test", "--dir=" + project,
                                        "--trials=5"};
    command.insert(command.end(), flags.begin(), flags.end());
    return RunTool(std::move(command));
  };
  EXPECT_EQ(run({}).exit_code, 0);
  CommandResult strict = run({"--strict"});
  EXPECT_EQ(strict.exit_code, 4) << strict.output;
  EXPECT_THAT(strict.output, HasSubstr("uncontrolled: main.cc:7:27: 'fork'"));
  EXPECT_THAT(strict.output, HasSubstr("strict: 1 uncontrolled construct;"));
  CommandResult written = run({"--baseline=" + baseline, "--write_baseline"});
  EXPECT_EQ(written.exit_code, 0) << written.output;
  EXPECT_THAT(*ReadFile(baseline), HasSubstr("\nmain.cc: 'fork' "));
  CommandResult accepted = run({"--baseline=" + baseline});
  EXPECT_EQ(accepted.exit_code, 0) << accepted.output;
  EXPECT_THAT(accepted.output, HasSubstr("0 uncontrolled constructs not in"));

  ASSERT_TRUE(WriteFile(project + "/main.cc", Source("(void)0")).ok());
  CommandResult stale = run({"--baseline=" + baseline});
  EXPECT_EQ(stale.exit_code, 0) << stale.output;
  EXPECT_THAT(stale.output, HasSubstr("(1 stale line)"));
}

TEST(StrictTest, KnownFailuresAreAcceptedByIdentityAndStayInTheFile) {
  auto source = [](const char* above, const char* more) {
    return absl::StrCat("#include <gtest/gtest.h>\n", above,
                        "#include <mutex>\nstd::mutex mutex;\n"
                        "TEST(A, Known) {\n"
                        "  std::lock_guard<std::mutex> lock(mutex);\n"
                        "  ADD_FAILURE() << \"known\";\n}\n",
                        more);
  };
  std::string project = SmallProject("known", kGtestList, source("", ""));
  std::string baseline = project + "/known.txt";
  auto run = [&](std::vector<std::string> flags) {
    std::vector<std::string> command = {"detsim-test", "--dir=" + project,
                                        "--trials=5", "--baseline=" + baseline};
    command.insert(command.end(), flags.begin(), flags.end());
    return RunTool(std::move(command));
  };
  EXPECT_EQ(run({"--write_baseline"}).exit_code, 0);
  EXPECT_THAT(*ReadFile(baseline),
              HasSubstr("\nfailure: app: A.Known: assertion: main.cc: "));
  // Known, wherever it has moved; and not lost by writing without it.
  ASSERT_TRUE(
      WriteFile(project + "/main.cc", source("// A line.\n\n", "")).ok());
  EXPECT_EQ(run({}).exit_code, 0);
  ASSERT_TRUE(WriteFile(project + "/main.cc",
                        source("",
                               "TEST(A, New) {\n"
                               "  std::lock_guard<std::mutex> l(mutex);\n"
                               "  ADD_FAILURE() << \"new\";\n}\n"))
                  .ok());
  CommandResult fails = run({});
  EXPECT_EQ(fails.exit_code, 1) << fails.output;
  EXPECT_THAT(fails.output, HasSubstr("2 failures, 1 of them known to "));
  EXPECT_EQ(run({"--filter=A.New", "--write_baseline"}).exit_code, 0);
  EXPECT_EQ(run({}).exit_code, 0);
}

}  // namespace
}  // namespace detsim::cmd
