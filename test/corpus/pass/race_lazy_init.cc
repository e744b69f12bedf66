// expect: passed
// trials: 500
// flags: --races=fail
//
// Double-checked locking with an atomic pointer.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace {

class Catalog {
 public:
  ~Catalog() { delete table_.load(); }

  int Price() {
    int* table = table_.load(std::memory_order_acquire);
    if (table == nullptr) {
      std::lock_guard<std::mutex> lock(mutex_);
      table = table_.load(std::memory_order_relaxed);
      if (table == nullptr) {
        table = new int(7);
        table_.store(table, std::memory_order_release);
      }
    }
    return *table;
  }

 private:
  std::mutex mutex_;
  std::atomic<int*> table_{nullptr};
};

TEST(RaceLazyInit, EverybodySeesThePrice) {
  Catalog catalog;
  std::thread other([&] { EXPECT_EQ(catalog.Price(), 7); });
  EXPECT_EQ(catalog.Price(), 7);
  other.join();
}

}  // namespace
