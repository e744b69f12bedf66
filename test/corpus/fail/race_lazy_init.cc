// expect: data_race
// trials: 200
// flags: --races=fail
// place: table_
//
// Double-checked locking with a plain pointer.
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>

namespace {

class Catalog {
 public:
  int Price() {
    if (table_ == nullptr) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (table_ == nullptr) table_ = std::make_unique<int>(7);
    }
    return *table_;
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<int> table_;
};

TEST(RaceLazyInit, EverybodySeesThePrice) {
  Catalog catalog;
  std::thread other([&] { EXPECT_EQ(catalog.Price(), 7); });
  EXPECT_EQ(catalog.Price(), 7);
  other.join();
}

}  // namespace
