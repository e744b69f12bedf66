// expect: passed
// trials: 2000
//
// The inner path expects the mutex to be held.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>

namespace {

class Sampler {
 public:
  void Tick() {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now == last_) ResetLocked();
    last_ = now;
    ++ticks_;
  }
  void Reset() {
    std::lock_guard<std::mutex> lock(mutex_);
    ResetLocked();
  }

 private:
  void ResetLocked() { ticks_ = 0; }

  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_;
  int ticks_ = 0;
};

TEST(ClockEqualRelock, Ticks) {
  Sampler sampler;
  sampler.Tick();
  sampler.Tick();
}

}  // namespace
