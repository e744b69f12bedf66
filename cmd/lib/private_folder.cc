#include "cmd/lib/private_folder.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "runtime/worker/private_files.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;

// What is copied rather than linked: a copy may be written to. Beyond these
// limits a worker's start would take long and the disk would fill.
constexpr uint64_t kFileBytesMax = 1 << 20;
constexpr uint64_t kFilesMax = 256;
constexpr uint64_t kBytesMax = 16 << 20;
constexpr int kFolderEntriesMax = 64;

// One folder from the top to the working directory.
struct Level {
  fs::path source;
  std::string name;  // In the level above; empty for the first.
};

bool IsBelow(const fs::path& path, const fs::path& base) {
  if (base.empty()) return false;
  auto [end, unused] =
      std::mismatch(base.begin(), base.end(), path.begin(), path.end());
  return end == base.end();
}

std::vector<Level> LevelsOf(const NativePlace& place) {
  const fs::path directory = place.directory;
  std::vector<Level> levels;
  fs::path base;
  if (IsBelow(directory, place.build)) {
    // A test that looks for "../data" expects a build folder right below the
    // project; ours is deeper.
    std::string name = "build";
    while (fs::exists(fs::path(place.project) / name)) name += "_detsim";
    levels.push_back({place.project, ""});
    levels.push_back({place.build, name});
    base = place.build;
  } else if (IsBelow(directory, place.project)) {
    levels.push_back({place.project, ""});
    base = place.project;
  } else {
    levels.push_back({directory, ""});
    return levels;
  }
  fs::path relative = directory.lexically_relative(base);
  for (const fs::path& part : relative) {
    if (part != ".") levels.push_back({levels.back().source / part, part});
  }
  return levels;
}

// In an order that does not depend on the file system.
std::vector<fs::path> Entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (auto it = fs::directory_iterator(folder, error);
       !error && it != fs::directory_iterator(); it.increment(error))
    entries.push_back(it->path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

class Copier {
 public:
  explicit Copier(const fs::path& out) : out_(out) {}

  // False if `to` could not be made.
  bool Add(const fs::path& from, const fs::path& to) {
    if (from == out_) return true;
    std::error_code error;
    fs::file_status status = fs::symlink_status(from, error);
    if (fs::is_directory(status) && IsSmallFolder(from))
      return AddFolder(from, to, status.permissions());
    if (fs::is_regular_file(status) && AddFile(from, to, status.permissions()))
      return true;
    return Link(from, to);
  }

  bool Link(const fs::path& from, const fs::path& to) {
    if (from == out_) return true;
    std::error_code error;
    fs::create_symlink(from, to, error);
    return !error;
  }

  bool AddFolder(const fs::path& from, const fs::path& to, fs::perms mode) {
    std::error_code error;
    fs::create_directory(to, error);
    if (error) return false;
    fs::permissions(to, mode | fs::perms::owner_all, error);
    bool good = true;
    for (const fs::path& entry : Entries(from))
      good = Add(entry, to / entry.filename()) && good;
    return good;
  }

 private:
  bool AddFile(const fs::path& from, const fs::path& to, fs::perms mode) {
    // Programs are not written to, and may be big.
    if ((mode & fs::perms::owner_exec) != fs::perms::none) return false;
    std::error_code error;
    uint64_t size = fs::file_size(from, error);
    if (error || size > kFileBytesMax || size > bytes_left_ || files_left_ == 0)
      return false;
    fs::copy_file(from, to, error);
    fs::file_time_type time = fs::last_write_time(from, error);
    if (!error) fs::last_write_time(to, time, error);
    if (error) {  // Not readable, perhaps: a link will say the same.
      fs::remove(to, error);
      return false;
    }
    bytes_left_ -= size;
    --files_left_;
    return true;
  }

  // CMake's own folders are of no interest to a test.
  static bool IsSmallFolder(const fs::path& folder) {
    std::string name = folder.filename();
    if (name == "CMakeFiles" || name == ".git" || name == ".cmake")
      return false;
    int entries = 0;
    std::error_code error;
    for (auto it = fs::recursive_directory_iterator(folder, error);
         !error && it != fs::recursive_directory_iterator();
         it.increment(error)) {
      if (++entries > kFolderEntriesMax) return false;
    }
    return !error;
  }

  fs::path out_;
  uint64_t files_left_ = kFilesMax;
  uint64_t bytes_left_ = kBytesMax;
};

}  // namespace

absl::StatusOr<std::string> MakePrivateFolder(const NativePlace& place,
                                              const std::string& root) {
  const std::string model = root + runtime::kModelSuffix;
  std::error_code error;
  fs::remove_all(model, error);
  absl::Status made = MakeDirectories(model);
  if (!made.ok()) return made;
  Copier copier(place.out);
  std::vector<Level> levels = LevelsOf(place);
  fs::path here = model;
  bool good = true;
  for (size_t i = 0; i + 1 < levels.size(); ++i) {
    const std::string& next = levels[i + 1].name;
    for (const fs::path& entry : Entries(levels[i].source)) {
      if (entry.filename() != next)
        good = copier.Link(entry, here / entry.filename()) && good;
    }
    here /= next;
    fs::create_directory(here, error);
  }
  good = copier.AddFolder(levels.back().source, here, fs::perms::owner_all) &&
         good;
  if (!good || !runtime::RestoreFiles(root.c_str(), model.c_str()))
    return UsageError(absl::StrCat(
        "cannot make ", root, ", a private copy of ", place.directory,
        "; is the disk full? --out=DIR puts it elsewhere"));
  return root + here.string().substr(model.size());
}

}  // namespace detsim::cmd
