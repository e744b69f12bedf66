// Goldens with a line "// run" are programs: built through detsim-cc they do
// what they do without it, which is to exit with 0.
#include <gtest/gtest.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/launcher/config.h"
#include "rewriter/output/files.h"
#include "test/rewriter/golden.h"
#include "test/rewriter/scratch.h"

namespace detsim::rewriter {
namespace {

std::vector<Golden> Programs() {
  std::vector<Golden> programs;
  for (const Golden& golden : Goldens()) {
    absl::StatusOr<std::string> text = ReadFile(golden.input);
    if (text.ok() && text->find("\n// run\n") != std::string::npos)
      programs.push_back(golden);
  }
  return programs;
}

class GoldenRunTest : public testing::TestWithParam<Golden> {};

TEST_P(GoldenRunTest, IsBuiltAndDoesTheSame) {
  const ScratchDirectory scratch;
  launcher::LauncherConfig config;
  config.state_dir = scratch.Path("state");
  config.scope = {DETSIM_GOLDEN_DIR};
  const std::string config_path =
      scratch.Write("cc.json", launcher::LauncherConfigJson(config));
  std::vector<std::string> command = CompileCommand(GetParam());
  std::erase(command, "-c");
  command.insert(command.begin(),
                 {DETSIM_BIN_DIR "/detsim-cc", "--config=" + config_path});
  command.insert(command.end(), {"-o", scratch.Path("program")});
  const std::string line = "'" + absl::StrJoin(command, "' '") + "'";
  ASSERT_EQ(std::system(line.c_str()), 0) << line;
  EXPECT_EQ(std::system(scratch.Path("program").c_str()), 0) << line;
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenRunTest, testing::ValuesIn(Programs()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace detsim::rewriter
