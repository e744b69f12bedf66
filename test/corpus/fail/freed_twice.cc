// expect: misuse
// trials: 1000
//
// Two owners decide in two steps who frees the block.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

class Shared {
 public:
  void Release() {
    owners_.fetch_sub(1);
    if (owners_.load() == 0) delete[] block_;
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
