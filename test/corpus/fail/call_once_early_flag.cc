// expect: assertion
// trials: 1000
//
// A fast path around call_once: the flag says ready before the value is there.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

class Settings {
 public:
  int Get() {
    if (!ready_) {
      std::call_once(once_, [this] {
        ready_ = true;
        value_ = 8080;
      });
    }
    return value_;
  }

 private:
  std::once_flag once_;
  std::atomic<bool> ready_{false};
  std::atomic<int> value_{0};
};

TEST(CallOnceEarlyFlag, EverybodySeesTheValue) {
  Settings settings;
  std::atomic<int> one_saw{0}, two_saw{0};
  std::thread one([&] { one_saw = settings.Get(); });
  std::thread two([&] { two_saw = settings.Get(); });
  one.join();
  two.join();
  EXPECT_EQ(one_saw, 8080);
  EXPECT_EQ(two_saw, 8080);
}

}  // namespace
