// detsim::jthread (C++20). Included by std/thread.h, as <thread> has it.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_JTHREAD_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_JTHREAD_H_
#pragma GCC system_header

#include "detsim/detail/config.h"

#if __cplusplus >= 202002L

#include <type_traits>
#include <utility>

#include "detsim/std/stop_token.h"
#include "detsim/std/thread.h"

namespace detsim {

// A thread that is asked to stop and joined by its destructor.
class jthread {
 public:
  using id = thread::id;
  using native_handle_type = thread::native_handle_type;

  jthread() noexcept : stop_(std::nostopstate) {}
  template <typename Function, typename... Args>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, jthread>)
  DETSIM_INLINE explicit jthread(Function&& function, Args&&... args)
      : thread_(Start(stop_, std::forward<Function>(function),
                      std::forward<Args>(args)...)) {}
  jthread(const jthread&) = delete;
  jthread(jthread&&) noexcept = default;
  jthread& operator=(const jthread&) = delete;
  jthread& operator=(jthread&& other) noexcept {
    jthread(std::move(other)).swap(*this);
    return *this;
  }
  DETSIM_INLINE ~jthread() {
    if (!joinable()) return;
    request_stop();
    join();
  }

  void swap(jthread& other) noexcept {
    stop_.swap(other.stop_);
    thread_.swap(other.thread_);
  }
  friend void swap(jthread& a, jthread& b) noexcept { a.swap(b); }

  [[nodiscard]] bool joinable() const noexcept { return thread_.joinable(); }
  DETSIM_INLINE void join() { thread_.join(); }
  void detach() { thread_.detach(); }
  [[nodiscard]] id get_id() const noexcept { return thread_.get_id(); }
  [[nodiscard]] native_handle_type native_handle() {
    return thread_.native_handle();
  }
  [[nodiscard]] static unsigned hardware_concurrency() noexcept {
    return thread::hardware_concurrency();
  }

  [[nodiscard]] stop_source get_stop_source() noexcept { return stop_; }
  [[nodiscard]] stop_token get_stop_token() const noexcept {
    return stop_.get_token();
  }
  bool request_stop() noexcept { return stop_.request_stop(); }

 private:
  template <typename Function, typename... Args>
  static DETSIM_INLINE thread Start(stop_source& stop, Function&& function,
                                    Args&&... args) {
    if constexpr (std::is_invocable_v<std::decay_t<Function>, stop_token,
                                      std::decay_t<Args>...>) {
      return thread(std::forward<Function>(function), stop.get_token(),
                    std::forward<Args>(args)...);
    } else {
      static_assert(
          std::is_invocable_v<std::decay_t<Function>, std::decay_t<Args>...>,
          "jthread's arguments must be callable after decay");
      return thread(std::forward<Function>(function),
                    std::forward<Args>(args)...);
    }
  }

  stop_source stop_;
  thread thread_;
};

}  // namespace detsim

#endif  // __cplusplus >= 202002L

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_JTHREAD_H_
