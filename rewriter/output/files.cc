#include "rewriter/output/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace detsim::rewriter {
namespace {

namespace fs = std::filesystem;

absl::Status Failure(const std::string& what, const std::string& path,
                     int error) {
  const char* hint = "";
  if (error == ENOSPC || error == EDQUOT)
    hint = "; make room, or write elsewhere with --out=DIR";
  else if (error == EROFS || error == EACCES)
    hint = "; write elsewhere with --out=DIR";
  return absl::UnavailableError(absl::StrCat("cannot ", what, " ", path, ": ",
                                             std::strerror(error),
                                             what == "read" ? "" : hint));
}

// Where a symbolic link leads: it is the file that is replaced.
fs::path Target(const std::string& path) {
  std::error_code error;
  fs::path target = fs::canonical(path, error);
  return error ? fs::path(path) : target;
}

// 0, or why not.
int WriteWhole(const fs::path& path, std::string_view text) {
  const int fd =
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  int error = 0;
  while (error == 0 && !text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n >= 0)
      text.remove_prefix(static_cast<size_t>(n));
    else if (errno != EINTR)
      error = errno;
  }
  // Some file systems say only now that there is no room.
  if (close(fd) != 0 && error == 0) error = errno;
  return error;
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    return absl::NotFoundError(
        absl::StrCat("cannot open ", path, ": ", std::strerror(errno)));
  }
  // Not through iterators: they read a byte at a time, and throw when reading
  // fails (a directory).
  std::string text;
  char buffer[1 << 16];
  do {
    in.read(buffer, sizeof buffer);
    text.append(buffer, static_cast<size_t>(in.gcount()));
  } while (in);
  if (in.bad()) return Failure("read", path, errno);
  return text;
}

absl::Status WriteFile(const std::string& path, std::string_view text) {
  // Unique among processes and among the threads of this one.
  static std::atomic<unsigned> count = 0;
  const fs::path target = Target(path);
  std::error_code error;
  if (target.has_parent_path()) {
    fs::create_directories(target.parent_path(), error);
    if (error)
      return Failure("make the folder", target.parent_path(), error.value());
  }
  if (fs::exists(target, error) && !fs::is_regular_file(target, error)) {
    const int failed = WriteWhole(target, text);
    return failed != 0 ? Failure("write", path, failed) : absl::OkStatus();
  }
  const fs::path temporary =
      absl::StrCat(target.string(), ".tmp.", getpid(), ".", count++);
  const int failed = WriteWhole(temporary, text);
  if (failed == 0) fs::rename(temporary, target, error);
  if (failed == 0 && !error) return absl::OkStatus();
  const int reason = failed != 0 ? failed : error.value();
  fs::remove(temporary, error);
  return Failure("write", path, reason);
}

absl::Status WriteFileIfChanged(const std::string& path,
                                std::string_view text) {
  absl::StatusOr<std::string> old = ReadFile(path);
  if (old.ok() && *old == text) return absl::OkStatus();
  return WriteFile(path, text);
}

}  // namespace detsim::rewriter
