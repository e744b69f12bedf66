// expect: passed
// trials: 1000
//
// The flag is set last.
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
        value_ = 8080;
        ready_ = true;
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
