// What detsim-cc becomes for a command that it cannot repeat from memory:
//   detsim-cc-rewriting CONFIG COMPILER ARGUMENTS...
// CONFIG is empty without a configuration file. Not for people to call.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/launcher.h"
#include "cmd/lib/launcher/process.h"
#include "cmd/lib/launcher/state.h"

namespace {

using detsim::launcher::LauncherConfig;

constexpr int kExitUsage = 2;

int Fail(const std::string& message) {
  std::fprintf(stderr, "detsim-cc: %s\n", message.c_str());
  return kExitUsage;
}

// A configuration without a file has no other tool that keeps its state.
absl::StatusOr<LauncherConfig> Configure(const std::string& path,
                                         const std::string& directory) {
  if (path.empty()) {
    LauncherConfig config = detsim::launcher::DefaultLauncherConfig(directory);
    absl::Status prepared = detsim::launcher::PrepareState(config, "");
    if (!prepared.ok()) return prepared;
    return config;
  }
  absl::StatusOr<LauncherConfig> config =
      detsim::launcher::ReadLauncherConfig(path);
  if (!config.ok()) return config;
  std::error_code error;
  if (!std::filesystem::exists(detsim::launcher::StampPath(*config), error)) {
    absl::Status prepared = detsim::launcher::PrepareState(*config, "");
    if (!prepared.ok()) return prepared;
  }
  return config;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return Fail("started by detsim-cc, and only by it");
  const std::string directory = detsim::launcher::SettleDirectory();
  absl::StatusOr<LauncherConfig> config = Configure(argv[1], directory);
  if (!config.ok()) return Fail(std::string(config.status().message()));
  return detsim::launcher::Launcher(*config, directory)
      .Run(std::vector<std::string>(argv + 2, argv + argc));
}
