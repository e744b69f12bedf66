// expect: assertion
// trials: 1000
//
// Looks a key up under the shared lock, then inserts under the exclusive one
// without looking again.
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

class Cache {
 public:
  void Ensure(int key) {
    {
      std::shared_lock<std::shared_mutex> lock(mutex_);
      if (values_.count(key) != 0) return;
    }
    std::unique_lock<std::shared_mutex> lock(mutex_);
    values_[key] = ++loads_;
  }
  int loads() {
    std::shared_lock<std::shared_mutex> lock(mutex_);
    return loads_;
  }

 private:
  std::shared_mutex mutex_;
  std::map<int, int> values_;
  int loads_ = 0;
};

TEST(SharedMutexUpgrade, LoadsOnce) {
  Cache cache;
  std::thread one([&cache] { cache.Ensure(5); });
  std::thread two([&cache] { cache.Ensure(5); });
  one.join();
  two.join();
  EXPECT_EQ(cache.loads(), 1);
}

}  // namespace
