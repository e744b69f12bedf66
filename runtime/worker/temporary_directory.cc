#include "runtime/worker/temporary_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace detsim::runtime {
namespace {

constexpr int kDepthMax = 32;

bool IsDots(const char* name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

bool RemoveOneEntry(int fd, const char* name, int depth);

// opendir would allocate in the heap of the program under test.
void EmptyOpenDirectory(int fd, int depth) {
  alignas(dirent64) char buffer[4096];
  bool removed = true;
  while (removed) {
    removed = false;
    lseek(fd, 0, SEEK_SET);
    long size;
    while ((size = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0) {
      for (long at = 0; at < size;) {
        auto* entry = reinterpret_cast<dirent64*>(buffer + at);
        at += entry->d_reclen;
        if (IsDots(entry->d_name)) continue;
        if (RemoveOneEntry(fd, entry->d_name, depth)) removed = true;
      }
    }
  }
}

bool RemoveOneEntry(int fd, const char* name, int depth) {
  if (unlinkat(fd, name, 0) == 0) return true;
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int child = depth < kDepthMax ? openat(fd, name, kFlags) : -1;
  if (child < 0) return false;
  fchmod(child, 0700);
  EmptyOpenDirectory(child, depth + 1);
  close(child);
  return unlinkat(fd, name, AT_REMOVEDIR) == 0;
}

// The time of modification that a directory is left with. Whoever makes or
// removes an entry changes it.
constexpr timespec kUntouched = {};

}  // namespace

void RemoveEntries(int fd) { EmptyOpenDirectory(fd, 0); }

bool RemoveEntry(int fd, const char* name) {
  return RemoveOneEntry(fd, name, 0);
}

void EmptyDirectory(const char* path) {
  struct stat status;
  if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode) &&
      status.st_mtim.tv_sec == kUntouched.tv_sec) {
    return;
  }
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) {
    unlink(path);
    mkdir(path, 0700);
    fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }
  if (fd < 0) return;
  EmptyOpenDirectory(fd, 0);
  constexpr timespec kTimes[2] = {kUntouched, kUntouched};
  futimens(fd, kTimes);
  close(fd);
}

}  // namespace detsim::runtime
