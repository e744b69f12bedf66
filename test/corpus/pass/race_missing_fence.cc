// expect: passed
// trials: 500
// flags: --races=fail
//
// A fence on either side.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(RaceMissingFence, ReadsWhatWasPublished) {
  int message = 0;
  std::atomic<int> published{0};
  std::thread writer([&] {
    message = 42;
    std::atomic_thread_fence(std::memory_order_release);
    published.store(1, std::memory_order_relaxed);
  });
  std::thread reader([&] {
    while (published.load(std::memory_order_relaxed) == 0)
      std::this_thread::yield();
    std::atomic_thread_fence(std::memory_order_acquire);
    EXPECT_EQ(message, 42);
  });
  writer.join();
  reader.join();
}

}  // namespace
