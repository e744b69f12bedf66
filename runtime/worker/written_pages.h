// Which pages of private memory have been written since it was mapped: of a
// private mapping of a file those that the kernel has copied, of anonymous
// memory those that are there at all.
#ifndef DETSIM_RUNTIME_WORKER_WRITTEN_PAGES_H_
#define DETSIM_RUNTIME_WORKER_WRITTEN_PAGES_H_

#include <cstdint>

namespace detsim::runtime {

struct PageRange {
  uintptr_t begin;
  uintptr_t end;
  uint64_t categories;  // As the kernel says (PAGEMAP_SCAN).
};

// Reads /proc/self/pagemap (proc(5)). Lives in memory that outlives the runs,
// all zero before Open().
class WrittenPages {
 public:
  bool Open();

  // Finds written pages from `*at` on, before `end`, and moves `*at` on to
  // where the search ends. The ranges are valid until the next call; -1 on
  // failure.
  int Find(uintptr_t* at, uintptr_t end);
  const PageRange* ranges() const { return ranges_; }

 private:
  int Scan(uintptr_t* at, uintptr_t end);
  int Read(uintptr_t* at, uintptr_t end);

  static constexpr int kRangesMax = 512;

  int fd_;
  bool scans_;  // The kernel has PAGEMAP_SCAN (Linux 6.7).
  PageRange ranges_[kRangesMax];
  uint64_t entries_[kRangesMax];
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_WRITTEN_PAGES_H_
