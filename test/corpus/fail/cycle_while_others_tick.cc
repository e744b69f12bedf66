// expect: deadlock
// trials: 1000
//
// Two threads wait for each other's mutex for ever while a third one goes on
// ticking.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace {

TEST(CycleWhileOthersTick, EverybodyStops) {
  std::mutex a, b;
  std::atomic<bool> stop{false};
  std::thread ticker([&stop] {
    while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  std::thread one([&] {
    std::lock_guard<std::mutex> first(a);
    std::lock_guard<std::mutex> second(b);
  });
  std::thread two([&] {
    std::lock_guard<std::mutex> first(b);
    std::lock_guard<std::mutex> second(a);
  });
  one.join();
  two.join();
  stop = true;
  ticker.join();
}

}  // namespace
