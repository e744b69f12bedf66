#include "rewriter/output/unit_cache.h"

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "rewriter/output/apply_edits.h"
#include "rewriter/output/files.h"
#include "rewriter/output/fingerprint.h"
#include "rewriter/output/overlay.h"

namespace detsim::rewriter {
namespace {

// Size and time are the fast test; the fingerprint decides when they differ.
struct InputState {
  int64_t size = -1;
  int64_t time_ns = 0;
};

InputState StateOf(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {};
  return {.size = status.st_size,
          .time_ns = status.st_mtim.tv_sec * int64_t{1'000'000'000} +
                     status.st_mtim.tv_nsec};
}

bool IsUnchanged(const nlohmann::json& input) {
  const std::string path = input.at("path").get<std::string>();
  const InputState now = StateOf(path);
  const int64_t size = input.at("size").get<int64_t>();
  if (now.size != size) return false;
  if (now.time_ns == input.at("time_ns").get<int64_t>()) return true;
  absl::StatusOr<std::string> text = ReadFile(path);
  return text.ok() &&
         FingerprintOf(*text) == input.at("fingerprint").get<std::string>();
}

// The first input that has changed; empty if none has.
std::string FirstChanged(const nlohmann::json& manifest) {
  for (const nlohmann::json& input : manifest.at("inputs"))
    if (!IsUnchanged(input)) return input.at("path").get<std::string>();
  return "";
}

}  // namespace

UnitCache::UnitCache(const std::string& state_directory,
                     const std::string& object)
    : state_directory_(state_directory),
      directory_(
          absl::StrCat(state_directory, "/units/", FingerprintOf(object))) {}

std::optional<StoredUnit> UnitCache::LookUp(const std::string& key) const {
  absl::StatusOr<std::string> text = ReadFile(directory_ + "/manifest.json");
  if (!text.ok()) return std::nullopt;
  try {
    const nlohmann::json manifest = nlohmann::json::parse(*text);
    if (manifest.at("key").get<std::string>() != key) return std::nullopt;
    if (!FirstChanged(manifest).empty()) return std::nullopt;
    StoredUnit unit;
    manifest.at("overlay").get_to(unit.overlay);
    manifest.at("headers").get_to(unit.headers);
    manifest.at("feature_macros").get_to(unit.feature_macros);
    return unit;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;  // a manifest of another version or a damaged one
  }
}

std::string UnitCache::ChangedInput(const std::string& key) const {
  absl::StatusOr<std::string> text = ReadFile(directory_ + "/manifest.json");
  if (!text.ok()) return "";
  try {
    const nlohmann::json manifest = nlohmann::json::parse(*text);
    return manifest.at("key").get<std::string>() == key ? FirstChanged(manifest)
                                                        : "";
  } catch (const nlohmann::json::exception&) {
    return "";
  }
}

absl::StatusOr<StoredUnit> UnitCache::Store(const std::string& key,
                                            const UnitResult& result) const {
  StoredUnit unit = {.overlay = "",
                     .headers = result.Headers(),
                     .feature_macros = result.feature_macros,
                     .changed_input = ""};
  std::vector<OverlayEntry> entries;
  for (const FileEdits& file : result.files) {
    if (file.edits.empty()) continue;
    const std::string text = ApplyEdits(file);
    const std::string stored =
        absl::StrCat(state_directory_, "/files/", FingerprintOf(text), "/",
                     std::filesystem::path(file.path()).filename().string());
    absl::Status written = WriteFileIfChanged(stored, text);
    if (!written.ok()) return written;
    for (const std::string& name : file.names)
      entries.push_back({.name = name, .contents = stored});
  }
  if (!entries.empty()) {
    unit.overlay = directory_ + "/overlay.yaml";
    absl::StatusOr<std::string> overlay = OverlayYaml(entries);
    if (!overlay.ok()) return overlay.status();
    absl::Status written = WriteFileIfChanged(unit.overlay, *overlay);
    if (!written.ok()) return written;
  }
  absl::Status written = WriteManifest(key, result, &unit);
  if (!written.ok()) return written;
  return unit;
}

absl::Status UnitCache::WriteManifest(const std::string& key,
                                      const UnitResult& result,
                                      StoredUnit* unit) const {
  std::map<std::string, const FileEdits*> parsed;
  for (const FileEdits& file : result.files)
    for (const std::string& name : file.names) parsed[name] = &file;
  nlohmann::json inputs = nlohmann::json::array();
  for (const std::string& path : result.inputs) {
    const InputState state = StateOf(path);
    absl::StatusOr<std::string> text = ReadFile(path);
    if (!text.ok()) return absl::OkStatus();
    auto file = parsed.find(path);
    if (file != parsed.end() && file->second->content != *text) {
      unit->changed_input = path;
      return absl::OkStatus();
    }
    inputs.push_back({{"path", path},
                      {"size", state.size},
                      {"time_ns", state.time_ns},
                      {"fingerprint", FingerprintOf(*text)}});
  }
  const nlohmann::json manifest = {{"key", key},
                                   {"inputs", inputs},
                                   {"overlay", unit->overlay},
                                   {"headers", unit->headers},
                                   {"feature_macros", unit->feature_macros}};
  return WriteFile(directory_ + "/manifest.json", manifest.dump());
}

}  // namespace detsim::rewriter
