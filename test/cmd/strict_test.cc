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

}  // namespace
}  // namespace detsim::cmd
