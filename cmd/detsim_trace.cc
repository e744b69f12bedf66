// detsim-trace: shows what happened in a run that was stored.
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/trace_diff.h"
#include "cmd/lib/trace_export.h"
#include "cmd/lib/trace_filter.h"
#include "cmd/lib/trace_input.h"
#include "cmd/lib/trace_page.h"
#include "cmd/lib/trace_stats.h"
#include "cmd/lib/trace_view.h"

ABSL_FLAG(std::optional<uint64_t>, limit, std::nullopt,
          "view: so many of the last steps (1000); diff: so many choices "
          "(40); stats: so many rows of a table (10); 0 is all");
ABSL_FLAG(uint64_t, fold, 20,
          "view: fold stretches in which one thread ran more operations "
          "than this undisturbed; 0 is never");
ABSL_FLAG(std::string, thread, "",
          "view: only this thread: its name, or main, T1, T2, ...");
ABSL_FLAG(std::string, object, "",
          "view: only steps with this object, by its number");
ABSL_FLAG(std::string, format, "json", "export: json or perfetto");
ABSL_FLAG(std::string, out, "",
          "export, html: write there; export without it prints, html "
          "without it writes beside FILE");
ABSL_FLAG(std::string, color, "auto", "auto, always or never");

namespace detsim::cmd {
namespace {

CommandHelp Help() {
  return {.name = "detsim-trace",
          .summary =
              "shows a stored run step by step, in the lines of the "
              "sources.",
          .usage =
              "  detsim-trace view FILE [flags]      the steps, by thread\n"
              "  detsim-trace stats FILE [flags]     counts: who ran, what "
              "blocked\n"
              "  detsim-trace diff FILE [FILE]       two runs, or a failure "
              "and its\n"
              "                                      minimized form\n"
              "  detsim-trace export FILE [flags]    JSON, or for "
              "ui.perfetto.dev\n"
              "  detsim-trace html FILE [flags]      a page for the "
              "browser\n"
              "  FILE is a failure (failures/NAME.json) or a trace "
              "(failures/NAME.trace)",
          .flags = {{"limit", "N"},
                    {"fold", "N"},
                    {"thread", "NAME"},
                    {"object", "NUMBER"},
                    {"format", "NAME"},
                    {"out", "FILE"},
                    {"color", "WHEN"}},
          .examples =
              "  detsim-trace view .detsim/failures/"
              "QueueTest.Drains-deadlock-5f2a1c90d7e3.min.json\n"};
}

int Usage(std::string_view problem) {
  std::fprintf(stderr, "detsim-trace: %.*s\n", static_cast<int>(problem.size()),
               problem.data());
  return kExitUsage;
}

// Says what is wrong, also when the trace can be shown up to the damage; then
// `damaged` becomes true.
std::optional<runtime::Trace> Load(const std::string& path,
                                   bool* damaged = nullptr) {
  absl::StatusOr<LoadedTrace> loaded = LoadTrace(path);
  if (!loaded.ok()) {
    Usage(std::string(loaded.status().message()));
    return std::nullopt;
  }
  if (!loaded->warning.empty()) {
    std::fprintf(stderr, "detsim-trace: warning: %s: %s\n", path.c_str(),
                 loaded->warning.c_str());
    if (damaged != nullptr) *damaged = true;
  }
  return std::move(loaded->trace);
}

bool Color() {
  std::string color = absl::GetFlag(FLAGS_color);
  return color == "always" || (color == "auto" && WantsColor(STDOUT_FILENO));
}

uint64_t Limit(uint64_t usual) {
  return absl::GetFlag(FLAGS_limit).value_or(usual);
}

// Says so when it does not arrive, on a full disk for one.
int Print(const std::string& text) {
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0)
    return kExitOk;
  return Usage(absl::StrCat("cannot write: ", std::strerror(errno)));
}

int View(const std::vector<std::string>& files) {
  auto trace = Load(files[0]);
  if (!trace) return kExitUsage;
  TraceViewOptions options = {.limit = Limit(1000),
                              .fold = absl::GetFlag(FLAGS_fold),
                              .color = Color()};
  if (std::string name = absl::GetFlag(FLAGS_thread); !name.empty()) {
    auto thread = FindThread(*trace, name);
    if (!thread.ok()) return Usage(std::string(thread.status().message()));
    options.thread = *thread;
  }
  if (std::string name = absl::GetFlag(FLAGS_object); !name.empty()) {
    auto object = FindObject(*trace, name);
    if (!object.ok()) return Usage(std::string(object.status().message()));
    options.object = *object;
  }
  SourceLines sources;
  return Print(TraceText(*trace, &sources, options));
}

int Stats(const std::vector<std::string>& files) {
  auto trace = Load(files[0]);
  if (!trace) return kExitUsage;
  SourceLines sources;
  uint64_t rows = Limit(10);
  return Print(
      StatsText(*trace, ComputeStats(*trace), &sources, rows ? rows : ~0ull));
}

int Diff(const std::vector<std::string>& files) {
  NamedTrace a = {.name = files[0]};
  NamedTrace b = {.name = files.back()};
  if (files.size() == 1) {
    if (!Load(files[0])) return kExitUsage;
    std::optional<TracePair> pair = PairOf(files[0]);
    if (!pair)
      return Usage(absl::StrCat(
          files[0], " has no other form beside it; say what to compare with"));
    a.name = pair->original;
    b.name = pair->minimized;
  }
  bool damaged = false;
  auto trace_a = Load(a.name, &damaged);
  auto trace_b = Load(b.name, &damaged);
  if (!trace_a || !trace_b) return kExitUsage;
  a.trace = &*trace_a;
  b.trace = &*trace_b;
  // What is damaged may hold anything.
  if (!damaged && trace_a->test != trace_b->test)
    std::fprintf(stderr,
                 "detsim-trace: warning: these are runs of two tests: "
                 "%s and %s\n",
                 OneLine(PrintableText(trace_a->test)).c_str(),
                 OneLine(PrintableText(trace_b->test)).c_str());
  SourceLines sources;
  return Print(
      DiffText(a, b, &sources, {.rows_max = Limit(40), .color = Color()}));
}

int Write(const std::string& path, const std::string& text) {
  absl::Status written = WriteFile(path, text);
  return written.ok() ? kExitOk : Usage(std::string(written.message()));
}

int Export(const std::vector<std::string>& files) {
  std::string format = absl::GetFlag(FLAGS_format);
  if (format != "json" && format != "perfetto")
    return Usage("--format is json or perfetto");
  auto trace = Load(files[0]);
  if (!trace) return kExitUsage;
  std::string text =
      JsonText(format == "json" ? TraceJson(*trace) : PerfettoJson(*trace));
  std::string out = absl::GetFlag(FLAGS_out);
  return out.empty() ? Print(text) : Write(out, text);
}

int Html(const std::vector<std::string>& files) {
  const std::string& file = files[0];
  std::string out = absl::GetFlag(FLAGS_out);
  if (out.empty())
    out = std::filesystem::path(file).replace_extension(".html").string();
  if (out == file) return Usage("say where to write, with --out=FILE");
  auto named = Load(file);
  if (!named) return kExitUsage;
  PageInput input = {.found = &*named};
  std::optional<runtime::Trace> other;
  if (std::optional<TracePair> pair = PairOf(file)) {
    bool is_minimized = file == pair->minimized;
    // Without it there is still FILE to show.
    other = Load(is_minimized ? pair->original : pair->minimized);
    const runtime::Trace* beside = other ? &*other : nullptr;
    input = {.found = is_minimized ? beside : &*named,
             .minimized = is_minimized ? &*named : beside,
             .starts_at_minimized = is_minimized};
  }
  SourceLines sources;
  int code = Write(out, TracePage(input, &sources));
  if (code == kExitOk) std::printf("%s\n", out.c_str());
  return code;
}

struct Command {
  std::string_view name;
  int (*run)(const std::vector<std::string>& files);
  size_t files_max;
};

constexpr Command kCommands[] = {{"view", View, 1},
                                 {"stats", Stats, 1},
                                 {"diff", Diff, 2},
                                 {"export", Export, 1},
                                 {"html", Html, 1}};

int Main(int argc, char** argv) {
  std::vector<std::string> words;
  if (auto code = ParseOrExit(argc, argv, Help(), &words)) return *code;
  std::string color = absl::GetFlag(FLAGS_color);
  if (color != "auto" && color != "always" && color != "never")
    return Usage("--color is auto, always or never");
  for (const Command& command : kCommands) {
    if (words.empty() || words[0] != command.name) continue;
    std::vector<std::string> files(words.begin() + 1, words.end());
    if (files.empty() || files.size() > command.files_max)
      return Usage(absl::StrCat(
          words[0], files.empty() ? " needs a FILE" : " takes fewer files"));
    return command.run(files);
  }
  return Usage(words.empty() ? "say what to show: detsim-trace view FILE, or "
                               "see --help"
                             : absl::StrCat("there is no command '", words[0],
                                            "'; see --help"));
}

}  // namespace
}  // namespace detsim::cmd

int main(int argc, char** argv) { return detsim::cmd::Main(argc, argv); }
