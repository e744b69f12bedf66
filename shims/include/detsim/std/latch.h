// detsim::latch (C++20).
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_LATCH_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_LATCH_H_
#pragma GCC system_header

#include "detsim/detail/config.h"

#if __cplusplus >= 202002L

#include <cstddef>
#include <latch>
#include <limits>

#include "detsim/std/atomic.h"

namespace detsim {

// Every operation is a decision point.
class latch {
 public:
  static constexpr std::ptrdiff_t max() noexcept {
    return std::numeric_limits<std::ptrdiff_t>::max();
  }

  constexpr explicit latch(std::ptrdiff_t expected) noexcept
      : expected_(expected) {}
  ~latch() = default;
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;

  DETSIM_INLINE void count_down(std::ptrdiff_t update = 1) {
    const std::ptrdiff_t before =
        expected_.fetch_sub(update, std::memory_order_release);
    if (before < update) detsim_misuse("a latch counts down below zero");
    if (before == update) expected_.notify_all();
  }
  // May fail spuriously by the standard; here it tells the truth.
  DETSIM_INLINE bool try_wait() const noexcept {
    return expected_.load(std::memory_order_acquire) == 0;
  }
  DETSIM_INLINE void wait() const noexcept {
    for (;;) {
      const std::ptrdiff_t now = expected_.load(std::memory_order_acquire);
      if (now == 0) return;
      expected_.wait(now, std::memory_order_acquire);
    }
  }
  DETSIM_INLINE void arrive_and_wait(std::ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }

 private:
  atomic<std::ptrdiff_t> expected_;
};

}  // namespace detsim

#endif  // __cplusplus >= 202002L

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_LATCH_H_
