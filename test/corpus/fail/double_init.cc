// expect: assertion
// trials: 1000
//
// Lazy initialisation that looks at the pointer outside the mutex only: two
// threads find it null, and both build.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::atomic<int> built{0};

struct Config {
  Config() { ++built; }
};

class Lazy {
 public:
  ~Lazy() { delete config_; }
  Config& Get() {
    if (config_ == nullptr) {
      std::lock_guard<std::mutex> lock(mutex_);
      config_ = new Config;
    }
    return *config_;
  }

 private:
  std::mutex mutex_;
  std::atomic<Config*> config_{nullptr};
};

TEST(DoubleInit, BuildsOnce) {
  built = 0;
  Lazy lazy;
  std::thread one([&lazy] { lazy.Get(); });
  std::thread two([&lazy] { lazy.Get(); });
  one.join();
  two.join();
  EXPECT_EQ(built, 1);
}

}  // namespace
