#include "runtime/worker/written_pages.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/worker/process_state.h"

namespace detsim::runtime {
namespace {

constexpr uintptr_t kPage = 4096;

// Bits of an entry of pagemap.
constexpr uint64_t kPresent = uint64_t{1} << 63;
constexpr uint64_t kSwapped = uint64_t{1} << 62;
constexpr uint64_t kOfFile = uint64_t{1} << 61;

// struct pm_scan_arg and its constants, of <linux/fs.h> since Linux 6.7.
struct ScanArgument {
  uint64_t size;
  uint64_t flags;
  uint64_t start;
  uint64_t end;
  uint64_t walk_end;
  uint64_t vec;
  uint64_t vec_len;
  uint64_t max_pages;
  uint64_t category_inverted;
  uint64_t category_mask;
  uint64_t category_anyof_mask;
  uint64_t return_mask;
};
constexpr unsigned long kPagemapScan = _IOWR('f', 16, ScanArgument);
constexpr uint64_t kCategoryFile = 1 << 2;
constexpr uint64_t kCategoryPresent = 1 << 3;
constexpr uint64_t kCategorySwapped = 1 << 4;

}  // namespace

bool WrittenPages::Open() {
  int low = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (low < 0) return false;
  fd_ = fcntl(low, F_DUPFD_CLOEXEC, kOwnDescriptors);
  close(low);
  scans_ = true;
  return fd_ >= 0;
}

int WrittenPages::Find(uintptr_t* at, uintptr_t end) {
  if (scans_) {
    int count = Scan(at, end);
    if (count >= 0) return count;
    scans_ = false;  // Whatever the reason, the older way may still do.
  }
  return Read(at, end);
}

int WrittenPages::Scan(uintptr_t* at, uintptr_t end) {
  ScanArgument argument = {
      .size = sizeof argument,
      .flags = 0,
      .start = *at,
      .end = end,
      .walk_end = 0,
      .vec = reinterpret_cast<uint64_t>(ranges_),
      .vec_len = kRangesMax,
      .max_pages = 0,
      .category_inverted = kCategoryFile,
      .category_mask = kCategoryFile,
      .category_anyof_mask = kCategoryPresent | kCategorySwapped,
      .return_mask = kCategoryPresent | kCategorySwapped,
  };
  int count = ioctl(fd_, kPagemapScan, &argument);
  if (count >= 0) *at = argument.walk_end;
  return count;
}

int WrittenPages::Read(uintptr_t* at, uintptr_t end) {
  uint64_t pages = std::min<uint64_t>((end - *at) / kPage, kRangesMax);
  auto size = static_cast<ssize_t>(pages * sizeof entries_[0]);
  if (pread(fd_, entries_, static_cast<size_t>(size),
            static_cast<off_t>(*at / kPage * sizeof entries_[0])) != size) {
    return -1;
  }
  int count = 0;
  for (uint64_t i = 0; i < pages; ++i, *at += kPage) {
    bool written = (entries_[i] & (kPresent | kSwapped)) != 0 &&
                   (entries_[i] & kOfFile) == 0;
    if (written) ranges_[count++] = {*at, *at + kPage, 0};
  }
  return count;
}

}  // namespace detsim::runtime
