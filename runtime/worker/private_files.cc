#include "runtime/worker/private_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/base/text.h"
#include "runtime/worker/process_state.h"
#include "runtime/worker/temporary_directory.h"

namespace detsim::runtime {
namespace {

constexpr int kDepthMax = 32;
constexpr int kOpenDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// An access is no change: reading is what the files are for.
constexpr uint32_t kChanges = IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE |
                              IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF |
                              IN_DELETE_SELF;

// Calls visit(name) for each entry of a directory, in its own order; opendir
// would allocate. `visit` may remove the entry.
template <typename Visit>
void ForEachEntry(int fd, Visit visit) {
  alignas(dirent64) char buffer[4096];
  lseek(fd, 0, SEEK_SET);
  long size;
  while ((size = syscall(SYS_getdents64, fd, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < size;) {
      auto* entry = reinterpret_cast<dirent64*>(buffer + at);
      at += entry->d_reclen;
      if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
        continue;
      }
      visit(static_cast<const char*>(entry->d_name));
    }
  }
}

bool SameTime(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool SameLink(int fd, int model, const char* name) {
  char target[PATH_MAX];
  char wanted[PATH_MAX];
  ssize_t size = readlinkat(fd, name, target, sizeof target);
  return size > 0 && readlinkat(model, name, wanted, sizeof wanted) == size &&
         memcmp(target, wanted, static_cast<size_t>(size)) == 0;
}

// Not what is inside of a directory.
bool SameEntry(int fd, int model, const char* name) {
  struct stat is;
  struct stat wanted;
  if (fstatat(fd, name, &is, AT_SYMLINK_NOFOLLOW) != 0 ||
      fstatat(model, name, &wanted, AT_SYMLINK_NOFOLLOW) != 0 ||
      (is.st_mode & S_IFMT) != (wanted.st_mode & S_IFMT)) {
    return false;
  }
  if (S_ISLNK(is.st_mode)) return SameLink(fd, model, name);
  return S_ISDIR(is.st_mode) ||
         (is.st_mode == wanted.st_mode && is.st_size == wanted.st_size &&
          SameTime(is.st_mtim, wanted.st_mtim));
}

bool CopyFile(int fd, int model, const char* name, const struct stat& wanted) {
  int from = openat(model, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  int to = openat(fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  bool good = from >= 0 && to >= 0;
  off_t left = wanted.st_size;
  while (good && left > 0) {
    ssize_t n = sendfile(to, from, nullptr, static_cast<size_t>(left));
    good = n > 0;
    left -= n;
  }
  const timespec times[2] = {wanted.st_mtim, wanted.st_mtim};
  good = good && fchmod(to, wanted.st_mode & 07777) == 0 &&
         futimens(to, times) == 0;
  if (from >= 0) close(from);
  if (to >= 0) close(to);
  return good;
}

bool MakeEntry(int fd, int model, const char* name) {
  struct stat wanted;
  if (fstatat(model, name, &wanted, AT_SYMLINK_NOFOLLOW) != 0) return false;
  if (S_ISDIR(wanted.st_mode)) return mkdirat(fd, name, 0700) == 0;
  if (S_ISREG(wanted.st_mode)) return CopyFile(fd, model, name, wanted);
  char target[PATH_MAX];
  ssize_t size = readlinkat(model, name, target, sizeof target - 1);
  if (size <= 0) return false;
  target[size] = '\0';
  return symlinkat(target, fd, name) == 0;
}

void WatchDirectory(int watch, int fd) {
  if (watch < 0) return;
  FixedText<64> path;
  path << "/proc/self/fd/" << fd;
  inotify_add_watch(watch, path.c_str(), kChanges | IN_ONLYDIR);
}

// All or nothing of a directory's entries is kept: some file systems list them
// in the order in which they were made, and a program may depend on that.
bool RestoreEntries(int fd, int model) {
  uint64_t kept = 0;
  uint64_t removed;
  do {  // What is removed may hide others from the listing.
    kept = removed = 0;
    ForEachEntry(fd, [&](const char* name) {
      if (SameEntry(fd, model, name)) {
        ++kept;
      } else if (RemoveEntry(fd, name)) {
        ++removed;
      }
    });
  } while (removed > 0);
  uint64_t wanted = 0;
  ForEachEntry(model, [&](const char*) { ++wanted; });
  if (kept == wanted) return true;
  RemoveEntries(fd);
  bool good = true;
  ForEachEntry(model, [&](const char* name) {
    good = MakeEntry(fd, model, name) && good;
  });
  return good;
}

bool RestoreDirectory(int fd, int model, int watch, int depth) {
  struct stat wanted;
  if (fstat(model, &wanted) != 0 || depth > kDepthMax) return false;
  fchmod(fd, 0700);
  bool good = RestoreEntries(fd, model);
  ForEachEntry(model, [&](const char* name) {
    int inner_model = openat(model, name, kOpenDirectory);
    if (inner_model < 0) return;  // Not a directory.
    int inner = openat(fd, name, kOpenDirectory);
    if (inner < 0) {  // Without the right to read it.
      fchmodat(fd, name, 0700, 0);
      inner = openat(fd, name, kOpenDirectory);
    }
    good = inner >= 0 &&
           RestoreDirectory(inner, inner_model, watch, depth + 1) && good;
    if (inner >= 0) close(inner);
    close(inner_model);
  });
  fchmod(fd, wanted.st_mode & 07777);
  WatchDirectory(watch, fd);
  return good;
}

bool RestoreAndWatch(const char* path, const char* model, int watch) {
  int from = open(model, kOpenDirectory);
  if (from < 0) return false;
  int to = open(path, kOpenDirectory);
  if (to < 0) {
    chmod(path, 0700);
    RemoveEntry(AT_FDCWD, path);
    mkdir(path, 0700);
    to = open(path, kOpenDirectory);
  }
  bool good = to >= 0 && RestoreDirectory(to, from, watch, 0);
  if (to >= 0) close(to);
  close(from);
  return good;
}

// True when anything was in the queue, or there is none.
bool TakeEvents(int watch) {
  alignas(inotify_event) char events[4096];
  bool any = false;
  ssize_t size;
  while ((size = read(watch, events, sizeof events)) > 0) any = true;
  return any || watch < 0 || (size < 0 && errno != EAGAIN);
}

}  // namespace

bool RestoreFiles(const char* path, const char* model) {
  return RestoreAndWatch(path, model, -1);
}

void PrivateFiles::Watch(const char* path, const char* model,
                         const char* directory) {
  path_ = path;
  model_ = model;
  directory_ = directory;
  int low = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (low >= 0) {
    watch_ = fcntl(low, F_DUPFD_CLOEXEC, kOwnDescriptors);
    close(low);
  }
  RestoreAndWatch(path_, model_, watch_);
  TakeEvents(watch_);
}

void PrivateFiles::Restore() const {
  if (path_ == nullptr) return;
  if (TakeEvents(watch_)) {
    RestoreAndWatch(path_, model_, watch_);
    TakeEvents(watch_);  // Our own changes.
  }
  // The directory may be another one than before, at the same place.
  [[maybe_unused]] int ignored = chdir(directory_);
}

}  // namespace detsim::runtime
