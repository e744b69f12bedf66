// detsim-cc: stands before the real compiler and has it compile the rewritten
// text under the original names. This program repeats what is known; for the
// rest it becomes detsim-cc-rewriting, which takes long to load.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/process.h"
#include "cmd/lib/launcher/state.h"
#include "cmd/lib/launcher/stored_compile.h"

namespace {

using detsim::launcher::LauncherConfig;

constexpr int kExitUsage = 2;

constexpr char kHelp[] =
    R"(usage: detsim-cc [--config=FILE] COMPILER ARGUMENTS...

Compiles or links with COMPILER, moving threads, locks, clocks and random
numbers of the code in scope onto detsim's deterministic runtime. The sources
are not touched. What is not a compile or link passes through unchanged.

  --config=FILE   scope and options, as detsim-test writes them
                  (default: $DETSIM_CONFIG; else the project around the
                  current directory, with its state in PROJECT/.detsim)
  --help          this text
  --version       the version

Examples:
  detsim-cc clang++-22 -c queue.cc -o queue.o
  make CXX="detsim-cc clang++-22" CC="detsim-cc clang-22"
  cmake -B build -DCMAKE_CXX_COMPILER_LAUNCHER=detsim-cc \
                 -DCMAKE_CXX_LINKER_LAUNCHER=detsim-cc
)";

int Fail(const std::string& message) {
  std::fprintf(stderr, "detsim-cc: %s\n", message.c_str());
  return kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  const char* environment = std::getenv("DETSIM_CONFIG");
  std::string config_path = environment == nullptr ? "" : environment;
  int first = 1;
  for (; first < argc && argv[first][0] == '-'; ++first) {
    const std::string_view flag = argv[first];
    if (flag == "--help") return std::fputs(kHelp, stdout) < 0;
    if (flag == "--version") return std::puts("detsim 0.1.0") < 0;
    if (!flag.starts_with("--config="))
      return Fail("unknown flag " + std::string(flag) + "; see --help");
    config_path = flag.substr(sizeof "--config=" - 1);
  }
  if (first == argc) return Fail("no compiler given; see --help");
  const std::string directory = detsim::launcher::SettleDirectory();
  const std::vector<std::string> words(argv + first, argv + argc);
  if (!config_path.empty()) {
    absl::StatusOr<LauncherConfig> config =
        detsim::launcher::ReadLauncherConfig(config_path);
    if (!config.ok()) return Fail(std::string(config.status().message()));
    if (const std::optional<int> code =
            detsim::launcher::RepeatCompile(*config, directory, words)) {
      return *code;
    }
  }
  std::vector<std::string> rewriting = {
      detsim::launcher::RewritingLauncherPath(), config_path};
  rewriting.insert(rewriting.end(), words.begin(), words.end());
  return detsim::launcher::ReplaceProcess(rewriting);
}
