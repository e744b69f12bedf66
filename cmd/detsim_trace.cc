// detsim-trace: shows what happened in a run that was stored.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/trace_view.h"

ABSL_FLAG(uint64_t, limit, 1000, "show so many of the last steps; 0 is all");
ABSL_FLAG(std::string, color, "auto", "auto, always or never");

namespace detsim::cmd {
namespace {

CommandHelp Help() {
  return {.name = "detsim-trace",
          .summary =
              "shows a stored run step by step, in the lines of the "
              "sources.",
          .usage =
              "  detsim-trace view FILE ... [flags]\n"
              "  FILE is a failure (failures/NAME.json) or a trace "
              "(failures/NAME.trace)",
          .flags = {{"limit", "N"}, {"color", "WHEN"}},
          .examples =
              "  detsim-trace view .detsim/failures/"
              "QueueTest.Drains-deadlock-5f2a1c90d7e3.min.json\n"};
}

int Usage(const char* problem) {
  std::fprintf(stderr, "detsim-trace: %s\n", problem);
  return kExitUsage;
}

int View(const std::string& path, const TraceViewOptions& options) {
  absl::StatusOr<LoadedTrace> loaded = LoadTrace(path);
  if (!loaded.ok())
    return Usage(std::string(loaded.status().message()).c_str());
  if (!loaded->warning.empty())
    std::fprintf(stderr, "detsim-trace: warning: %s: %s\n", path.c_str(),
                 loaded->warning.c_str());
  SourceLines sources;
  std::fputs(TraceText(loaded->trace, &sources, options).c_str(), stdout);
  return kExitOk;
}

int Main(int argc, char** argv) {
  std::vector<std::string> words;
  if (auto code = ParseOrExit(argc, argv, Help(), &words)) return *code;
  std::string color = absl::GetFlag(FLAGS_color);
  if (color != "auto" && color != "always" && color != "never")
    return Usage("--color is auto, always or never");
  if (words.size() != 2 || words[0] != "view")
    return Usage("say what to show: detsim-trace view FILE");
  return View(words[1],
              {.limit = absl::GetFlag(FLAGS_limit),
               .color = color == "always" ||
                        (color == "auto" && WantsColor(STDOUT_FILENO))});
}

}  // namespace
}  // namespace detsim::cmd

int main(int argc, char** argv) { return detsim::cmd::Main(argc, argv); }
