// expect: passed
// trials: 2000
//
// Tries until it has the lock.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

class SpinLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
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
