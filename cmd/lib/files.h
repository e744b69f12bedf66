// Files and folders, with errors that name them.
#ifndef DETSIM_CMD_LIB_FILES_H_
#define DETSIM_CMD_LIB_FILES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace detsim::cmd {

// InvalidArgument with the reason when it cannot be read.
absl::StatusOr<std::string> ReadFile(const std::string& path);

// Written to a temporary name beside `path` and renamed: readers see the old
// or the new content, never a part. Makes missing parent folders.
absl::Status WriteFile(const std::string& path, std::string_view content);

absl::Status MakeDirectories(const std::string& path);

// 16 hexadecimal digits of the content; empty if it cannot be read.
std::string HashFile(const std::string& path);
uint64_t HashBytes(std::string_view bytes);
std::string HexText(uint64_t value);  // 16 digits.

// `path` shown relative to `base` if it is below it.
std::string RelativeTo(const std::string& path, const std::string& base);

// What `path` leads to as a link, if that is below `project`: build systems
// make trees of links to the sources. Else `path`.
std::string SourceOf(const std::string& path, const std::string& project);

// Absolute, without "." and "..", links resolved where the path exists.
std::string AbsolutePath(const std::string& path);

// An exclusive lock on a file, held until destruction or the process' end.
class FileLock {
 public:
  FileLock() = default;
  FileLock(FileLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

  // With `wait` false: Unavailable when another process holds it.
  static absl::StatusOr<FileLock> Take(const std::string& path, bool wait);

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_FILES_H_
