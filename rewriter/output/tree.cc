#include "rewriter/output/tree.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "rewriter/output/apply_edits.h"
#include "rewriter/output/files.h"

namespace detsim::rewriter {
namespace {

namespace fs = std::filesystem;

bool IsSkipped(const fs::path& directory, const fs::path& out) {
  static const std::set<std::string> kNames = {".git", ".hg", ".svn",
                                               ".detsim"};
  std::error_code error;
  return kNames.contains(directory.filename().string()) || directory == out ||
         fs::exists(directory / "CMakeCache.txt", error) ||
         fs::exists(directory / "build.ninja", error);
}

absl::Status CopyOne(const fs::directory_entry& entry, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (!error) fs::remove(to, error);
  if (!error) {
    fs::copy(
        entry.path(), to,
        fs::copy_options::copy_symlinks | fs::copy_options::overwrite_existing,
        error);
  }
  if (!error) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("cannot copy ", entry.path().string(), " to ", to.string(),
                   ": ", error.message()));
}

}  // namespace

std::string TreePath(const std::string& path, const std::string& directory,
                     const std::string& out) {
  const fs::path relative = fs::path(path).lexically_relative(directory);
  if (relative.empty() || *relative.begin() == "..")
    return absl::StrCat(out, "/outside", path);
  return absl::StrCat(out, "/", relative.string());
}

absl::Status WriteTree(const std::string& directory,
                       const std::vector<FileEdits>& files,
                       const std::string& out) {
  std::set<std::string> rewritten;
  for (const FileEdits& file : files) {
    if (file.edits.empty()) continue;
    rewritten.insert(file.path());
    absl::Status written = WriteFileIfChanged(
        TreePath(file.path(), directory, out), ApplyEdits(file));
    if (!written.ok()) return written;
  }
  std::error_code error;
  fs::recursive_directory_iterator entry(directory, error);
  for (; !error && entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    const fs::path& path = entry->path();
    if (entry->is_directory() && !entry->is_symlink()) {
      if (IsSkipped(path, out)) entry.disable_recursion_pending();
      continue;
    }
    const bool is_plain = entry->is_symlink() || entry->is_regular_file();
    if (!is_plain || rewritten.contains(path.string())) continue;
    absl::Status copied =
        CopyOne(*entry, TreePath(path.string(), directory, out));
    if (!copied.ok()) return copied;
  }
  if (!error) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("cannot list ", directory, ": ", error.message()));
}

}  // namespace detsim::rewriter
