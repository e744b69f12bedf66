// expect: passed
// trials: 1000
//
// The reader shares the configuration: who installs a new one drops the old
// one, and the last reader deletes it.
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
    std::shared_ptr<Config> config;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      config = config_;
    }
    return config->limit;
  }
  void Install(int limit) {
    auto config = std::make_shared<Config>();
    config->limit = limit;
    std::lock_guard<std::mutex> lock(mutex_);
    config_ = std::move(config);
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<Config> config_ = std::make_shared<Config>();
};

TEST(UseAfterFree, LimitIsOldOrNew) {
  Settings settings;
  std::thread installer([&] { settings.Install(20); });
  int limit = settings.Limit();
  installer.join();
  EXPECT_TRUE(limit == 10 || limit == 20);
}

}  // namespace
