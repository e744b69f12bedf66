// Errors that only a sanitizer sees, each under some schedules; and code that
// confuses one that does not know of fibers.
#include <gtest/gtest.h>

#include <climits>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

// Reads past the end once the other thread was there first.
TEST(Sanitized, Overflows) {
  std::mutex mutex;
  std::unique_ptr<char[]> text(new char[8]());
  size_t length = 0;
  std::thread writer([&] {
    std::lock_guard<std::mutex> lock(mutex);
    length = 8;
  });
  {
    std::lock_guard<std::mutex> lock(mutex);
    EXPECT_EQ(text[length], 0);
  }
  writer.join();
}

TEST(Sanitized, Undefined) {
  std::mutex mutex;
  int count = INT_MAX - 1;
  auto add = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    if (count > 0) ++count;
  };
  std::thread one(add);
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (count == INT_MAX) count += 1;
  }
  one.join();
}

// Exceptions, big frames and many threads on stacks that are used again.
int Deep(int depth) {
  char block[256];
  std::memset(block, depth, sizeof block);
  if (depth == 0) throw std::runtime_error("deep");
  return Deep(depth - 1) + block[depth % 256];
}

TEST(Sanitized, Passes) {
  std::mutex mutex;
  int caught = 0;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([&] {
        try {
          Deep(20);
        } catch (const std::runtime_error&) {
          std::lock_guard<std::mutex> lock(mutex);
          ++caught;
        }
      });
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(caught, 9);
}
