#include "cmd/lib/launcher/hooks_plugin.h"

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "cmd/lib/launcher/process.h"
#include "cmd/lib/launcher/state.h"
#include "rewriter/output/files.h"
#include "rewriter/output/fingerprint.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;

// Both kinds of accesses, so that the plugin has something to do.
constexpr char kProbe[] =
    "int detsim_probe(int* p, int* q) { *q = *p; return p[1]; }\n";

bool Works(const std::string& flag, const std::string& compiler,
           const std::string& source) {
  if (!rewriter::WriteFileIfChanged(source, kProbe).ok()) return false;
  return RunProcessQuietly({compiler, "-O1", "-fsanitize=thread", flag, "-c",
                            source, "-o", "/dev/null"})
             .exit_code == 0;
}

}  // namespace

std::vector<std::string> HooksPluginFlags(const LauncherConfig& config,
                                          const std::string& compiler) {
  const std::string plugin = HooksPluginPath();
  const std::string flag = "-fpass-plugin=" + plugin;
  std::error_code error;
  if (!fs::exists(plugin, error)) return {};
  const std::string question =
      absl::StrCat(FileIdentity(plugin), "\n", FileIdentity(compiler), "\n");
  const std::string folder = config.state_dir + "/hooks_plugin";
  absl::StatusOr<std::string> known =
      rewriter::ReadFile(folder + "/answer.txt");
  bool works = known.ok() && *known == question + "works\n";
  if (!works && !(known.ok() && *known == question + "fails\n")) {
    works = Works(flag, compiler, folder + "/probe.c");
    // Not written: the next one tries again.
    rewriter::WriteFile(folder + "/answer.txt",
                        question + (works ? "works\n" : "fails\n"))
        .IgnoreError();
  }
  if (works) return {flag};
  SayOnce(config, absl::StrCat(compiler, " cannot use ", plugin,
                               ": runs will be slower"));
  return {};
}

}  // namespace detsim::launcher
