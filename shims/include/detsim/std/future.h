// detsim::future, shared_future, promise, packaged_task and async over the C
// ABI. std::launch, future_status, future_error and future_errc stay std's.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_FUTURE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_FUTURE_H_
#pragma GCC system_header

#include <chrono>
#include <future>
#include <memory>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/detail/future_state.h"

namespace detsim {

template <typename R>
class future;
template <typename R>
class shared_future;

namespace detail {

// What future and shared_future do alike. Waiting is a decision point.
template <typename R>
class FutureBase {
 public:
  bool valid() const noexcept { return state_ != nullptr; }

  DETSIM_INLINE void wait() const { State().Wait(); }

  template <typename Rep, typename Period>
  DETSIM_INLINE std::future_status wait_for(
      const std::chrono::duration<Rep, Period>& delay) const {
    return State().WaitFor(delay);
  }
  template <typename Clock, typename Duration>
  DETSIM_INLINE std::future_status wait_until(
      const std::chrono::time_point<Clock, Duration>& time) const {
    return State().WaitUntil(time);
  }

 protected:
  using StatePointer = std::shared_ptr<ResultState<R>>;

  FutureBase() noexcept = default;
  explicit FutureBase(StatePointer state) noexcept : state_(std::move(state)) {}

  ResultState<R>& State() const {
    if (state_ == nullptr) ThrowFutureError(std::future_errc::no_state);
    return *state_;
  }

  StatePointer state_;
};

// Makes a future of a state: for promise, packaged_task and async.
struct FutureFactory {
  template <typename R>
  static future<R> Make(std::shared_ptr<ResultState<R>> state) {
    return future<R>(std::move(state));
  }
};

}  // namespace detail

template <typename R>
class future : public detail::FutureBase<R> {
 public:
  future() noexcept = default;
  future(future&&) noexcept = default;
  future& operator=(future&& other) noexcept {
    // `other` is empty afterwards even when it is `*this` under another name.
    future(std::move(other)).state_.swap(this->state_);
    return *this;
  }
  future(const future&) = delete;
  future& operator=(const future&) = delete;

  DETSIM_INLINE R get() {
    this->State().Wait();
    const std::shared_ptr<detail::ResultState<R>> state =
        std::move(this->state_);
    this->state_.reset();
    state->ThrowIfFailed();
    return state->Take();
  }

  shared_future<R> share() noexcept {
    return shared_future<R>(std::move(*this));
  }

 private:
  friend struct detail::FutureFactory;
  friend class shared_future<R>;

  explicit future(std::shared_ptr<detail::ResultState<R>> state) noexcept
      : detail::FutureBase<R>(std::move(state)) {}
};

namespace detail {
// What shared_future<R>::get() returns.
template <typename R>
struct SharedResult {
  using type = const R&;
};
template <typename R>
struct SharedResult<R&> {
  using type = R&;
};
template <>
struct SharedResult<void> {
  using type = void;
};
}  // namespace detail

template <typename R>
class shared_future : public detail::FutureBase<R> {
 public:
  shared_future() noexcept = default;
  shared_future(const shared_future&) noexcept = default;
  shared_future(shared_future&&) noexcept = default;
  shared_future(future<R>&& other) noexcept
      : detail::FutureBase<R>(std::move(other.state_)) {}
  shared_future& operator=(const shared_future&) noexcept = default;
  shared_future& operator=(shared_future&&) noexcept = default;

  DETSIM_INLINE typename detail::SharedResult<R>::type get() const {
    this->State().Wait();
    this->state_->ThrowIfFailed();
    return this->state_->Get();
  }
};

}  // namespace detsim

#include "detsim/detail/async.h"
#include "detsim/detail/packaged_task.h"
#include "detsim/detail/promise.h"

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_FUTURE_H_
