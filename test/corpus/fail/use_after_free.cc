// expect: misuse
// trials: 1000
// place: return config->limit
//
// The reader takes a plain pointer to the configuration under the lock and uses
// it after; meanwhile another thread installs a new one and deletes the old.
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Config {
  int limit = 10;
  int spare[20] = {};
};

class Settings {
 public:
  int Limit() {
    Config* config;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      config = config_.get();
    }
    return config->limit;
  }
  void Install(int limit) {
    auto config = std::make_unique<Config>();
    config->limit = limit;
    std::lock_guard<std::mutex> lock(mutex_);
    config_ = std::move(config);
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<Config> config_ = std::make_unique<Config>();
};

TEST(UseAfterFree, LimitIsOldOrNew) {
  Settings settings;
  std::thread installer([&] { settings.Install(20); });
  int limit = settings.Limit();
  installer.join();
  EXPECT_TRUE(limit == 10 || limit == 20);
}

}  // namespace
