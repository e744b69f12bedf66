// The shared state of futures: who stores the result, who waits for it, and
// the exceptions that misuse of the two ends throws. Used by std/future.h.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_FUTURE_STATE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_FUTURE_STATE_H_
#pragma GCC system_header

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/detail/deadline.h"
#include "detsim/detail/invoke.h"

namespace detsim {
namespace detail {

[[noreturn]] inline void ThrowFutureError(std::future_errc code) {
#if defined(_LIBCPP_VERSION)
  // The constructor is not public before C++17.
  std::__throw_future_error(code);
#elif DETSIM_HAS_EXCEPTIONS
  throw std::future_error(code);
#else
  std::__throw_future_error(static_cast<int>(code));
#endif
}

// Everything but the value. The result is claimed (once), then stored, then
// the state is made ready; only the claim is contended.
class FutureState {
 public:
  FutureState() : ready_() {}
  FutureState(const FutureState&) = delete;
  FutureState& operator=(const FutureState&) = delete;
  virtual ~FutureState() = default;

  // ---- The end that provides the result ----

  // The right to store the result; false when somebody has it.
  bool TryClaim() { return !claimed_.exchange(true); }
  void Claim() {
    if (!TryClaim()) {
      ThrowFutureError(std::future_errc::promise_already_satisfied);
    }
  }
  // Storing the result failed: it can be tried again.
  void Unclaim() { claimed_ = false; }

  void StoreException(std::exception_ptr exception) {
    exception_ = std::move(exception);
  }

  DETSIM_INLINE void MakeReady() { detsim_event_set(&ready_); }

  // Keeps `state` alive until the calling thread has ended, then makes it
  // ready.
  static void MakeReadyAtThreadExit(std::shared_ptr<FutureState> state) {
    using Pointer = std::shared_ptr<FutureState>;
    std::unique_ptr<Pointer> at_exit(new Pointer(std::move(state)));
    detsim_at_thread_exit(
        [](void* argument) {
          const std::unique_ptr<Pointer> ended(static_cast<Pointer*>(argument));
          (*ended)->MakeReady();
        },
        at_exit.release());
  }

  // The provider goes away; if it leaves no result, get() shall say so.
  void Abandon() {
    if (TryClaim()) Break();
  }
  void Break() {
    broken_ = true;
    MakeReady();
  }

  // ---- The end that wants it ----

  void RetrieveFuture() {
    if (retrieved_.exchange(true)) {
      ThrowFutureError(std::future_errc::future_already_retrieved);
    }
  }

  // Runs a deferred function, or waits for the result.
  DETSIM_INLINE void Wait() {
    if (IsDeferred()) RunDeferred();
    detsim_event_wait(&ready_, DETSIM_FOREVER);
    JoinProducer();
  }

  template <typename Rep, typename Period>
  DETSIM_INLINE std::future_status WaitFor(
      const std::chrono::duration<Rep, Period>& delay) {
    if (IsDeferred()) return std::future_status::deferred;
    if (detsim_event_wait(&ready_, DeadlineAfter(delay)) != 0) {
      return std::future_status::timeout;
    }
    JoinProducer();
    return std::future_status::ready;
  }

  template <typename Clock, typename Duration>
  DETSIM_INLINE std::future_status WaitUntil(
      const std::chrono::time_point<Clock, Duration>& time) {
    if (IsDeferred()) return std::future_status::deferred;
    while (detsim_event_wait(&ready_, DeadlineAt(time)) != 0) {
      if (HasCome(time)) return std::future_status::timeout;
    }
    JoinProducer();
    return std::future_status::ready;
  }

  // REQUIRES: a Wait() has returned.
  void ThrowIfFailed() const {
    if (broken_) ThrowFutureError(std::future_errc::broken_promise);
    if (exception_ != nullptr) std::rethrow_exception(exception_);
  }

 protected:
  bool IsReady() const { return detsim_event_is_set(&ready_) != 0; }

  // A deferred function that nobody has run yet.
  virtual bool IsDeferred() const { return false; }
  virtual void RunDeferred() {}

  // The thread of an async call has ended when its result is seen
  // ([futures.async]); several waiters of one shared_future join it once.
  DETSIM_INLINE void JoinProducer() {
    if (producer_ == nullptr || detsim_once_begin(&joined_) == 0) return;
    detsim_thread_join(producer_);
    detsim_once_end(&joined_, 1);
  }

  detsim_thread* producer_ = nullptr;

 private:
  detsim_event ready_;
  std::int32_t joined_ = 0;
  std::atomic<bool> claimed_{false};
  std::atomic<bool> retrieved_{false};
  bool broken_ = false;
  std::exception_ptr exception_;
};

// The value of a future<R>: an object, a reference or nothing.
template <typename R>
class ResultState : public FutureState {
 public:
  ~ResultState() override {
    if (stored_) value().~R();
  }

  template <typename... Args>
  void Store(Args&&... args) {
    ::new (static_cast<void*>(&storage_)) R(std::forward<Args>(args)...);
    stored_ = true;
  }
  R Take() { return std::move(value()); }
  const R& Get() { return value(); }

 private:
  R& value() { return *reinterpret_cast<R*>(&storage_); }

  alignas(R) unsigned char storage_[sizeof(R)];
  bool stored_ = false;
};

template <typename R>
class ResultState<R&> : public FutureState {
 public:
  void Store(R& object) { object_ = std::addressof(object); }
  R& Take() { return *object_; }
  R& Get() { return *object_; }

 private:
  R* object_ = nullptr;
};

template <>
class ResultState<void> : public FutureState {
 public:
  void Store() {}
  void Take() {}
  void Get() {}
};

// Stores what `function(args...)` returns.
template <typename R, typename Function, typename... Args>
DETSIM_INLINE typename std::enable_if<!std::is_void<R>::value>::type
StoreResult(ResultState<R>& state, Function& function, Args&&... args) {
  state.Store(Invoke(function, std::forward<Args>(args)...));
}
template <typename R, typename Function, typename... Args>
DETSIM_INLINE typename std::enable_if<std::is_void<R>::value>::type StoreResult(
    ResultState<R>& state, Function& function, Args&&... args) {
  Invoke(function, std::forward<Args>(args)...);
  state.Store();
}

// Stores what `function(args...)` returns or throws.
template <typename R, typename Function, typename... Args>
DETSIM_INLINE void StoreOutcome(ResultState<R>& state, Function& function,
                                Args&&... args) {
#if DETSIM_HAS_EXCEPTIONS
  try {
    StoreResult(state, function, std::forward<Args>(args)...);
  }
#if defined(__GLIBCXX__)
  // A thread that is being cancelled must not be stopped here.
  catch (const __cxxabiv1::__forced_unwind&) {
    state.Break();
    throw;
  }
#endif
  catch (...) {
    state.StoreException(std::current_exception());
  }
#else
  StoreResult(state, function, std::forward<Args>(args)...);
#endif
}

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_FUTURE_STATE_H_
