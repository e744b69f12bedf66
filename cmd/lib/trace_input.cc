#include "cmd/lib/trace_input.h"

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/artifact.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {

absl::StatusOr<LoadedTrace> LoadTrace(const std::string& path) {
  std::string trace_path = path;
  if (path.ends_with(".json")) {
    absl::StatusOr<Artifact> artifact = ReadArtifact(path);
    if (!artifact.ok()) return artifact.status();
    if (artifact->trace_file.empty())
      return UsageError(absl::StrCat(path,
                                     " has no trace: it fails only "
                                     "after earlier runs in the same "
                                     "process"));
    trace_path =
        std::filesystem::path(path).parent_path() / artifact->trace_file;
  }
  absl::StatusOr<std::string> bytes = ReadFile(trace_path);
  if (!bytes.ok()) return bytes.status();
  LoadedTrace loaded;
  if (runtime::DecodeTrace(*bytes, &loaded.trace, &loaded.warning) ==
      runtime::TraceStatus::kUnreadable)
    return UsageError(
        absl::StrCat("cannot use ", trace_path, ": ", loaded.warning));
  return loaded;
}

std::optional<TracePair> PairOf(const std::string& path) {
  for (std::string_view end : {".json", ".trace"}) {
    if (!path.ends_with(end)) continue;
    std::string stem = path.substr(0, path.size() - end.size());
    if (stem.ends_with(".min")) stem.resize(stem.size() - 4);
    TracePair pair = {stem + std::string(end),
                      stem + ".min" + std::string(end)};
    if (std::filesystem::exists(pair.original) &&
        std::filesystem::exists(pair.minimized))
      return pair;
  }
  return std::nullopt;
}

}  // namespace detsim::cmd
