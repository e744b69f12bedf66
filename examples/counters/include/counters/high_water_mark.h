// The largest value that was ever seen: the longest queue, the slowest request.
#ifndef COUNTERS_HIGH_WATER_MARK_H_
#define COUNTERS_HIGH_WATER_MARK_H_

#include <atomic>

namespace counters {

// Thread-safe and lock-free.
class HighWaterMark {
 public:
  void Record(long value);

  // 0 before anything was recorded.
  long value() const { return highest_.load(std::memory_order_acquire); }

 private:
  std::atomic<long> highest_{0};
};

}  // namespace counters

#endif  // COUNTERS_HIGH_WATER_MARK_H_
