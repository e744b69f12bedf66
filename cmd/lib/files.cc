#include "cmd/lib/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/exit_code.h"
#include "rewriter/output/files.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;

absl::Status FileError(std::string_view what, const std::string& path) {
  return UsageError(absl::StrCat("cannot ",
                                 absl::string_view(what.data(), what.size()),
                                 " ", path, ": ", std::strerror(errno)));
}

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return FileError("read", path);
  std::string content;
  char buffer[1 << 16];
  ssize_t n;
  while ((n = read(fd, buffer, sizeof buffer)) > 0) content.append(buffer, n);
  int error = errno;
  close(fd);
  if (n < 0) {
    errno = error;
    return FileError("read", path);
  }
  return content;
}

absl::Status WriteFile(const std::string& path, std::string_view content) {
  absl::Status written = rewriter::WriteFile(path, content);
  return written.ok() ? written : UsageError(std::string(written.message()));
}

absl::Status MakeDirectories(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    return UsageError(absl::StrCat("cannot make the folder ", path, ": ",
                                   error.message(),
                                   error == std::errc::read_only_file_system ||
                                           error == std::errc::permission_denied
                                       ? "; write elsewhere with --out=DIR"
                                       : ""));
  return absl::OkStatus();
}

uint64_t HashBytes(std::string_view bytes) {
  // Eight bytes at a time: test binaries have a hundred megabytes.
  uint64_t hash = 0x243f6a8885a308d3ull ^ bytes.size();
  auto mix = [&hash](uint64_t word) {
    __uint128_t product =
        static_cast<__uint128_t>(hash ^ word) * 0x9e3779b97f4a7c15ull;
    hash = static_cast<uint64_t>(product) ^
           static_cast<uint64_t>(product >> 64) ^ (word << 1);
  };
  while (bytes.size() >= 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), 8);
    mix(word);
    bytes.remove_prefix(8);
  }
  uint64_t last = 0;
  std::memcpy(&last, bytes.data(), bytes.size());
  mix(last);
  mix(0);
  return hash;
}

std::string HexText(uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(value));
  return text;
}

std::string HashFile(const std::string& path) {
  absl::StatusOr<std::string> content = ReadFile(path);
  if (!content.ok()) return "";
  return HexText(HashBytes(*content));
}

std::string RelativeTo(const std::string& path, const std::string& base) {
  if (base.empty() || path.size() <= base.size() ||
      path.compare(0, base.size(), base) != 0)
    return path;
  if (base.back() == '/') return path.substr(base.size());
  return path[base.size()] == '/' ? path.substr(base.size() + 1) : path;
}

std::string SourceOf(const std::string& path, const std::string& project) {
  if (!path.starts_with('/') || path.starts_with("/usr/")) return path;
  std::error_code error;
  const std::string real = fs::canonical(path, error);
  return error || RelativeTo(real, project) == real ? path : real;
}

std::string AbsolutePath(const std::string& path) {
  std::error_code error;
  fs::path absolute = fs::weakly_canonical(path, error);
  if (error || !absolute.is_absolute())
    absolute = (fs::current_path() / path).lexically_normal();
  std::string text = absolute;
  if (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FileLock::~FileLock() {
  if (fd_ >= 0) close(fd_);
}

absl::StatusOr<FileLock> FileLock::Take(const std::string& path, bool wait) {
  int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return FileError("lock", path);
  FileLock lock(fd);
  while (flock(fd, LOCK_EX | (wait ? 0 : LOCK_NB)) != 0) {
    if (errno == EWOULDBLOCK)
      return absl::UnavailableError(absl::StrCat(path, " is locked"));
    if (errno == EINTR) return InterruptedError();
    return FileError("lock", path);
  }
  return lock;
}

}  // namespace detsim::cmd
