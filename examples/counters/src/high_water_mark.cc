#include "counters/high_water_mark.h"

namespace counters {

void HighWaterMark::Record(long value) {
  long highest = highest_.load(std::memory_order_acquire);
  if (value > highest) {
    highest_.compare_exchange_strong(highest, value, std::memory_order_acq_rel);
  }
}

}  // namespace counters
