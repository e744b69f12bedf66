#include "cmd/lib/launcher/stored_compile.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "cmd/lib/launcher/dependency_file.h"
#include "cmd/lib/launcher/process.h"
#include "cmd/lib/launcher/state.h"
#include "rewriter/output/files.h"
#include "rewriter/output/fingerprint.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;

std::string PathOf(const LauncherConfig& config, const std::string& directory,
                   const std::vector<std::string>& asked) {
  rewriter::Fingerprint name;
  name.Add(directory);
  for (const std::string& word : asked) name.Add(word);
  return absl::StrCat(config.state_dir, "/compiles/", name.Hex(), ".json");
}

// Everything but the unit's inputs that decides what is compiled: tools and
// configuration by the stamp, the compiler by size and time.
std::string Circumstances(const LauncherConfig& config,
                          const std::string& compiler) {
  absl::StatusOr<std::string> stamp = rewriter::ReadFile(StampPath(config));
  return absl::StrCat(stamp.ok() ? *stamp : "", FileIdentity(compiler));
}

std::optional<StoredCompile> Find(const LauncherConfig& config,
                                  const std::string& path) {
  absl::StatusOr<std::string> text = rewriter::ReadFile(path);
  if (!text.ok()) return std::nullopt;
  try {
    const nlohmann::json json = nlohmann::json::parse(*text);
    StoredCompile compile;
    json.at("source").get_to(compile.source);
    json.at("object").get_to(compile.object);
    json.at("depfile").get_to(compile.depfile);
    json.at("words").get_to(compile.words);
    json.at("key").get_to(compile.key);
    if (compile.words.empty() ||
        json.at("circumstances").get<std::string>() !=
            Circumstances(config, compile.words.front())) {
      return std::nullopt;
    }
    return compile;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // of another version, or damaged
  }
}

}  // namespace

absl::Status StoreCompile(const LauncherConfig& config,
                          const std::string& directory,
                          const std::vector<std::string>& asked,
                          const StoredCompile& compile) {
  if (std::ranges::any_of(asked, [](const std::string& word) {
        return word.starts_with('@');
      })) {
    return absl::OkStatus();
  }
  const nlohmann::json json = {
      {"circumstances", Circumstances(config, compile.words.front())},
      {"source", compile.source},
      {"object", compile.object},
      {"depfile", compile.depfile},
      {"words", compile.words},
      {"key", compile.key}};
  std::string text;
  try {
    text = json.dump();
  } catch (const nlohmann::json::exception&) {
    return absl::OkStatus();  // words that are not UTF-8 would not come back
  }
  return rewriter::WriteFileIfChanged(PathOf(config, directory, asked), text);
}

std::optional<int> RepeatCompile(const LauncherConfig& config,
                                 const std::string& directory,
                                 const std::vector<std::string>& asked) {
  const std::optional<StoredCompile> compile =
      Find(config, PathOf(config, directory, asked));
  if (!compile.has_value()) return std::nullopt;
  const rewriter::UnitCache cache(config.state_dir, compile->object);
  std::vector<std::string> words = compile->words;
  if (!compile->key.empty()) {
    const std::optional<rewriter::StoredUnit> unit = cache.LookUp(compile->key);
    if (!unit.has_value()) return std::nullopt;
    const std::vector<std::string> prefix = UnitPrefix(*unit);
    words.insert(words.begin() + 1, prefix.begin(), prefix.end());
  }
  const ProcessOutcome outcome = RunProcessQuietly(words);
  if (outcome.exit_code != 0) return std::nullopt;
  std::fputs(outcome.errors.c_str(), stderr);
  absl::Status finished = FinishCompile(
      config, *compile,
      compile->key.empty() ? "" : cache.ChangedInput(compile->key));
  return finished.ok() ? 0 : FailToBuild(finished);
}

std::vector<std::string> UnitPrefix(const rewriter::StoredUnit& unit) {
  std::vector<std::string> prefix;
  if (unit.overlay.empty()) return prefix;
  const std::string include = ResourceDirectory() + "/include";
  for (const std::string& header : unit.headers) {
    prefix.push_back("-include");
    prefix.push_back(absl::StrCat(include, "/", header));
  }
  prefix.insert(prefix.end(), unit.feature_macros.begin(),
                unit.feature_macros.end());
  prefix.insert(prefix.end(),
                {"-isystem", include, "-ivfsoverlay", unit.overlay});
  return prefix;
}

absl::Status FinishCompile(const LauncherConfig& config,
                           const StoredCompile& compile,
                           const std::string& changed_input) {
  if (!changed_input.empty()) {
    // A build system would take it for newer than what it was made from.
    std::error_code error;
    fs::remove(compile.object, error);
    return absl::AbortedError(absl::StrCat(changed_input, " changed while ",
                                           compile.source,
                                           " was compiled; build again"));
  }
  if (compile.depfile.empty())
    return RecordMadeFile(config, {.path = compile.object, .compiled = true});
  // The stamp is kept right by detsim-test; without it the tool itself counts.
  absl::Status added = AddDependency(compile.depfile, StampPath(config));
  for (const std::string& tool : {LauncherPath(), RewritingLauncherPath()})
    if (added.ok() && !config.from_file)
      added = AddDependency(compile.depfile, tool);
  return added;
}

}  // namespace detsim::launcher
