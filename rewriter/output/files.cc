#include "rewriter/output/files.h"

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

absl::Status Failure(const std::string& what, const std::string& path,
                     const std::string& reason) {
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, " ", path, ": ", reason));
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
  if (in.bad()) return Failure("read", path, std::strerror(errno));
  return text;
}

absl::Status WriteFile(const std::string& path, std::string_view text) {
  // Unique among processes and among the threads of this one.
  static std::atomic<unsigned> count = 0;
  std::error_code error;
  const auto directory = std::filesystem::path(path).parent_path();
  if (!directory.empty()) std::filesystem::create_directories(directory, error);
  if (error) return Failure("make", directory.string(), error.message());
  const std::string temporary =
      absl::StrCat(path, ".tmp.", getpid(), ".", count++);
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) {
    const std::string reason = std::strerror(errno);
    std::filesystem::remove(temporary, error);
    return Failure("write", temporary, reason);
  }
  std::filesystem::rename(temporary, path, error);
  if (error) return Failure("write", path, error.message());
  return absl::OkStatus();
}

absl::Status WriteFileIfChanged(const std::string& path,
                                std::string_view text) {
  absl::StatusOr<std::string> old = ReadFile(path);
  if (old.ok() && *old == text) return absl::OkStatus();
  return WriteFile(path, text);
}

}  // namespace detsim::rewriter
