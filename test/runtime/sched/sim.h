// The C ABI for test programs, as little wrapped as possible.
#ifndef DETSIM_TEST_RUNTIME_SCHED_SIM_H_
#define DETSIM_TEST_RUNTIME_SCHED_SIM_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "runtime/base/time.h"
#include "runtime/include/detsim/abi.h"

namespace detsim::runtime {

inline constexpr uint64_t kMs = 1'000'000;

// A simulated thread. Must be joined or detached by the program, like one of
// pthread's; the destructor does nothing.
class Thread {
 public:
  explicit Thread(std::function<void()> function)
      : handle_(detsim_thread_create(
            &Run, new std::function<void()>(std::move(function)))) {}

  int Join() { return detsim_thread_join(handle_); }
  void Detach() { detsim_thread_detach(handle_); }
  detsim_thread* handle() const { return handle_; }

 private:
  static void Run(void* argument) {
    std::unique_ptr<std::function<void()>> function(
        static_cast<std::function<void()>*>(argument));
    (*function)();
  }

  detsim_thread* handle_;
};

// Holds a mutex for a scope.
class Holding {
 public:
  explicit Holding(detsim_mutex* m) : m_(m) { detsim_mutex_lock(m_); }
  ~Holding() { detsim_mutex_unlock(m_); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  detsim_mutex* m_;
};

inline void Wait(detsim_cond* c, detsim_mutex* m) {
  detsim_cond_wait(c, m, DETSIM_FOREVER);
}

// An atomic variable of a rewritten program.
class Atomic {
 public:
  int Load() {
    detsim_atomic(DETSIM_ATOMIC_LOAD, &value_);
    return value_;
  }
  void Store(int value) {
    detsim_atomic(DETSIM_ATOMIC_STORE, &value_);
    value_ = value;
  }
  int FetchAdd(int value) {
    detsim_atomic(DETSIM_ATOMIC_RMW, &value_);
    return std::exchange(value_, value_ + value);
  }
  // A weak compare-exchange.
  bool Replace(int expected, int value) {
    if (detsim_atomic_weak(&value_) != 0 || value_ != expected) return false;
    value_ = value;
    return true;
  }
  const volatile void* address() const { return &value_; }
  int value() const { return value_; }

 private:
  volatile int value_ = 0;
};

inline uint64_t Now() { return detsim_now(DETSIM_CLOCK_STEADY); }
inline void SleepFor(uint64_t ns) { detsim_sleep_until(Now() + ns); }

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_SCHED_SIM_H_
