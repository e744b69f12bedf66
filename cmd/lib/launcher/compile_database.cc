#include "cmd/lib/launcher/compile_database.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "cmd/lib/launcher/command.h"
#include "rewriter/output/files.h"
#include "rewriter/scope.h"

namespace detsim::launcher {

namespace fs = std::filesystem;

absl::StatusOr<std::vector<DatabaseEntry>> ReadCompileDatabase(
    const std::string& path) {
  absl::StatusOr<std::string> text = rewriter::ReadFile(path);
  if (!text.ok()) return text.status();
  std::vector<DatabaseEntry> entries;
  try {
    for (const nlohmann::json& item : nlohmann::json::parse(*text)) {
      DatabaseEntry entry;
      item.at("directory").get_to(entry.directory);
      entry.file = rewriter::AbsolutePath(item.at("file").get<std::string>(),
                                          entry.directory);
      if (item.contains("arguments"))
        item.at("arguments").get_to(entry.words);
      else
        entry.words = SplitWords(item.at("command").get<std::string>());
      entries.push_back(std::move(entry));
    }
  } catch (const nlohmann::json::exception& error) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, " is no compilation database: ", error.what()));
  }
  return entries;
}

std::string FindCompileDatabase(const std::string& directory) {
  std::error_code error;
  const fs::path here = fs::path(directory) / "compile_commands.json";
  if (fs::exists(here, error)) return here.string();
  fs::path newest;
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const fs::path candidate = entry.path() / "compile_commands.json";
    if (!entry.path().filename().string().starts_with("build") ||
        !fs::exists(candidate, error)) {
      continue;
    }
    if (newest.empty() || fs::last_write_time(candidate, error) >
                              fs::last_write_time(newest, error)) {
      newest = candidate;
    }
  }
  return newest.string();
}

}  // namespace detsim::launcher
