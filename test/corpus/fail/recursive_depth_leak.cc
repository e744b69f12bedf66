// expect: deadlock|misuse
// trials: 10
//
// A recursive mutex is locked twice and unlocked once on one path, so that it
// is never free again.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace {

class Table {
 public:
  void Update(bool nested) {
    mutex_.lock();
    if (nested) {
      mutex_.lock();
      ++updates_;
    }
    mutex_.unlock();
  }

 private:
  std::recursive_mutex mutex_;
  int updates_ = 0;
};

TEST(RecursiveDepthLeak, BothThreadsUpdate) {
  Table table;
  std::thread one([&table] { table.Update(true); });
  one.join();
  std::thread two([&table] { table.Update(false); });
  two.join();
}

}  // namespace
