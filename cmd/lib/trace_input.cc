#include "cmd/lib/trace_input.h"

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cmd/lib/artifact.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/printable_text.h"

namespace detsim::cmd {

namespace {

// A trace beside a failure that is not its own would be a false story. Empty
// when it is, and for a damaged one: what it holds of this may be damaged too.
std::string Mismatch(const LoadedTrace& loaded, const Artifact& artifact) {
  const runtime::Trace& trace = loaded.trace;
  if (!loaded.warning.empty()) return "";
  if (trace.test != artifact.test)
    return absl::StrCat("it is of another test, ",
                        OneLine(PrintableText(trace.test)), ", not of ",
                        OneLine(PrintableText(artifact.test)));
  if (trace.trace_hash != artifact.summary.trace_hash)
    return absl::StrCat("it is of another run, with trace hash ",
                        HexText(trace.trace_hash), ", not ",
                        HexText(artifact.summary.trace_hash));
  return "";
}

}  // namespace

absl::StatusOr<LoadedTrace> LoadTrace(const std::string& path) {
  std::string trace_path = path;
  std::optional<Artifact> failure;
  if (path.ends_with(".json")) {
    absl::StatusOr<Artifact> artifact = ReadArtifact(path);
    if (!artifact.ok()) return artifact.status();
    failure = *artifact;
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
  std::string mismatch = failure ? Mismatch(loaded, *failure) : "";
  if (!mismatch.empty())
    return UsageError(
        absl::StrCat("cannot use ", trace_path, " for ", path, ": ", mismatch));
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
