// detsim::thread and detsim::this_thread over the C ABI; jthread comes along
// in C++20, as in <thread>.
//
// An exception that leaves a thread's function finds no handler, so
// std::terminate is called where it was thrown, with the stack still there.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_THREAD_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_THREAD_H_
#pragma GCC system_header

#include <pthread.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <compare>
#endif

#include "detsim/detail/config.h"
#include "detsim/detail/deadline.h"
#include "detsim/detail/invoke.h"
#include "detsim/detail/system_error.h"

namespace detsim {

namespace detail {
struct CurrentThread;
}

class thread {
 public:
  using native_handle_type = pthread_t;

  class id {
   public:
    id() noexcept : number_(0) {}

    friend bool operator==(id a, id b) noexcept {
      return a.number_ == b.number_;
    }
#if __cplusplus >= 202002L
    friend std::strong_ordering operator<=>(id a, id b) noexcept {
      return a.number_ <=> b.number_;
    }
#else
    friend bool operator!=(id a, id b) noexcept { return !(a == b); }
    friend bool operator<(id a, id b) noexcept { return a.number_ < b.number_; }
    friend bool operator>(id a, id b) noexcept { return b < a; }
    friend bool operator<=(id a, id b) noexcept { return !(b < a); }
    friend bool operator>=(id a, id b) noexcept { return !(a < b); }
#endif

    template <typename Char, typename Traits>
    friend std::basic_ostream<Char, Traits>& operator<<(
        std::basic_ostream<Char, Traits>& out, id thread_id) {
      if (thread_id == id()) {
        return out << "thread::id of a non-executing thread";
      }
      return out << thread_id.number_;
    }

   private:
    friend class thread;
    friend struct detail::CurrentThread;
    friend struct std::hash<id>;

    explicit id(std::uint64_t number) noexcept : number_(number) {}

    std::uint64_t number_;
  };

  thread() noexcept = default;

  // Copies or moves its arguments in the calling thread.
  template <typename Function, typename... Args,
            typename = typename std::enable_if<!std::is_same<
                detail::RemoveCvRef<Function>, thread>::value>::type>
  DETSIM_INLINE explicit thread(Function&& function, Args&&... args) {
    using Call = detail::DecayedCall<Function, Args...>;
    std::unique_ptr<Call> call(new Call(std::piecewise_construct,
                                        std::forward<Function>(function),
                                        std::forward<Args>(args)...));
    thread_ = detsim_thread_create(&Run<Call>, call.get());
    if (thread_ == nullptr) {
      detail::ThrowSystemError(EAGAIN);
    }
    call.release();
  }

  thread(thread&& other) noexcept { swap(other); }
  thread& operator=(thread&& other) noexcept {
    if (joinable()) detsim_misuse("a joinable thread is assigned to");
    swap(other);
    return *this;
  }
  thread(const thread&) = delete;
  thread& operator=(const thread&) = delete;

  ~thread() {
    if (joinable()) detsim_misuse("a joinable thread is destroyed");
  }

  void swap(thread& other) noexcept { std::swap(thread_, other.thread_); }

  bool joinable() const noexcept { return thread_ != nullptr; }

  DETSIM_INLINE void join() {
    if (!joinable()) detail::ThrowSystemError(EINVAL);
    if (detsim_thread_join(thread_) != 0) {
      detail::ThrowSystemError(EDEADLK);
    }
    thread_ = nullptr;
  }

  void detach() {
    if (!joinable()) detail::ThrowSystemError(EINVAL);
    detsim_thread_detach(thread_);
    thread_ = nullptr;
  }

  id get_id() const noexcept {
    return joinable() ? id(detsim_thread_id(thread_)) : id();
  }

  // For rewritten pthread functions.
  native_handle_type native_handle() noexcept {
    return reinterpret_cast<native_handle_type>(thread_);
  }

  static unsigned hardware_concurrency() noexcept {
    return detsim_hardware_concurrency();
  }

 private:
  template <typename Call>
  static void Run(void* argument) {
    const std::unique_ptr<Call> call(static_cast<Call*>(argument));
    (*call)();
  }

  detsim_thread* thread_ = nullptr;
};

inline void swap(thread& a, thread& b) noexcept { a.swap(b); }

namespace detail {
struct CurrentThread {
  static thread::id Id() noexcept {
    return thread::id(detsim_this_thread_id());
  }
};
}  // namespace detail

namespace this_thread {

inline thread::id get_id() noexcept { return detail::CurrentThread::Id(); }

DETSIM_INLINE void yield() noexcept { detsim_yield(); }

template <typename Rep, typename Period>
DETSIM_INLINE void sleep_for(const std::chrono::duration<Rep, Period>& delay) {
  detsim_sleep_until(detail::DeadlineAfter(delay));
}

template <typename Clock, typename Duration>
DETSIM_INLINE void sleep_until(
    const std::chrono::time_point<Clock, Duration>& time) {
  do {
    detsim_sleep_until(detail::DeadlineAt(time));
  } while (!detail::HasCome(time));
}

}  // namespace this_thread
}  // namespace detsim

namespace std {
template <>
struct hash<detsim::thread::id> {
  using argument_type = detsim::thread::id;
  using result_type = size_t;
  // Numbers in a row would never meet in a table of shards; pthread's addresses
  // do.
  size_t operator()(detsim::thread::id thread_id) const noexcept {
    const uint64_t mixed = thread_id.number_ * 0x9e3779b97f4a7c15u;
    return static_cast<size_t>(mixed ^ (mixed >> 32));
  }
};
}  // namespace std

#if __cplusplus >= 202002L
#include "detsim/std/jthread.h"
#endif

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_THREAD_H_
