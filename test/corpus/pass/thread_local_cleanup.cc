// expect: passed
// trials: 1000
//
// Each thread has its own thread_local, and destroys it at its end.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

namespace {

std::atomic<int> alive{0};

struct Buffer {
  Buffer() { ++alive; }
  ~Buffer() { --alive; }
  std::string text;
};

std::string& Text() {
  thread_local Buffer buffer;
  return buffer.text;
}

TEST(ThreadLocalCleanup, OneEachAndGoneAtTheEnd) {
  const int before = alive;
  auto write = [](const char* word) {
    Text() += word;
    std::this_thread::yield();
    Text() += word;
    EXPECT_EQ(Text(), std::string(word) + word);
  };
  std::thread one(write, "a");
  std::thread two(write, "b");
  one.join();
  two.join();
  EXPECT_EQ(alive, before);
}

}  // namespace
