// expect: assertion
// trials: 2000
//
// A spin lock that stops trying after a while, and carries on without the
// lock.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

class SpinLock {
 public:
  void lock() {
    for (int i = 0; i < 8; ++i) {
      if (!flag_.test_and_set(std::memory_order_acquire)) return;
      std::this_thread::yield();
    }
  }
  void unlock() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

TEST(AtomicFlagGivesUp, OneAtATime) {
  SpinLock spin;
  std::atomic<int> inside{0};
  bool alone = true;
  auto enter = [&] {
    for (int i = 0; i < 2; ++i) {
      std::lock_guard<SpinLock> lock(spin);
      if (++inside != 1) alone = false;
      std::this_thread::yield();
      --inside;
    }
  };
  std::thread one(enter);
  std::thread two(enter);
  one.join();
  two.join();
  EXPECT_TRUE(alone);
}

}  // namespace
