// detsim::barrier (C++20).
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_BARRIER_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_BARRIER_H_
#pragma GCC system_header

#include "detsim/detail/config.h"

#if __cplusplus >= 202002L

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace detsim {
namespace detail {

struct NoCompletion {
  void operator()() noexcept {}
};

}  // namespace detail

// Every operation is a decision point. The mutex guards the counts; the last
// thread to arrive calls the completion function under it.
template <typename Completion = detail::NoCompletion>
class barrier {
 public:
  // The phase that an arrival belongs to.
  class arrival_token {
   public:
    arrival_token(arrival_token&&) = default;
    arrival_token& operator=(arrival_token&&) = default;
    ~arrival_token() = default;

   private:
    friend class barrier;
    explicit arrival_token(std::uint64_t phase) : phase_(phase) {}

    std::uint64_t phase_;
  };

  static constexpr std::ptrdiff_t max() noexcept {
    return std::numeric_limits<std::ptrdiff_t>::max();
  }

  constexpr explicit barrier(std::ptrdiff_t expected,
                             Completion completion = Completion())
      : expected_(expected),
        missing_(expected),
        completion_(std::move(completion)) {}
  ~barrier() {
    detsim_cond_destroy(&completed_);
    detsim_mutex_destroy(&mutex_);
  }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  [[nodiscard]] DETSIM_INLINE arrival_token arrive(std::ptrdiff_t update = 1) {
    detsim_mutex_lock(&mutex_);
    const std::uint64_t phase = phase_;
    Arrive(update);
    detsim_mutex_unlock(&mutex_);
    return arrival_token(phase);
  }

  DETSIM_INLINE void wait(arrival_token&& token) const {
    detsim_mutex_lock(&mutex_);
    while (phase_ == token.phase_) {
      detsim_cond_wait(&completed_, &mutex_, DETSIM_FOREVER);
    }
    detsim_mutex_unlock(&mutex_);
  }

  DETSIM_INLINE void arrive_and_wait() { wait(arrive()); }

  // Arrives, and is not expected in the phases that follow.
  DETSIM_INLINE void arrive_and_drop() {
    detsim_mutex_lock(&mutex_);
    --expected_;
    Arrive(1);
    detsim_mutex_unlock(&mutex_);
  }

 private:
  DETSIM_INLINE void Arrive(std::ptrdiff_t update) {
    if (update <= 0 || update > missing_) {
      detsim_misuse("more threads arrive at a barrier than it expects");
    }
    missing_ -= update;
    if (missing_ != 0) return;
    completion_();
    missing_ = expected_;
    ++phase_;
    detsim_cond_notify_all(&completed_);
  }

  mutable detsim_mutex mutex_ = {};
  mutable detsim_cond completed_ = {};
  std::ptrdiff_t expected_;
  std::ptrdiff_t missing_;
  std::uint64_t phase_ = 0;
  [[no_unique_address]] Completion completion_;
};

}  // namespace detsim

#endif  // __cplusplus >= 202002L

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_BARRIER_H_
