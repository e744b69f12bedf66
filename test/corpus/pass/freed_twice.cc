// expect: passed
// trials: 1000
//
// Who takes the count to 0 frees the block.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

class Shared {
 public:
  void Release() {
    if (owners_.fetch_sub(1) == 1) delete[] block_;
  }

 private:
  std::atomic<int> owners_{2};
  char* block_ = new char[64];
};

TEST(FreedTwice, LastOwnerFrees) {
  Shared shared;
  std::thread other([&shared] { shared.Release(); });
  shared.Release();
  other.join();
}

}  // namespace
