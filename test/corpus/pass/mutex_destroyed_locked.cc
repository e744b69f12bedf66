// expect: passed
// trials: 10
//
// Unlocks first.
#include <gtest/gtest.h>

#include <memory>
#include <mutex>

namespace {

struct Guarded {
  std::mutex mutex;
  int value = 0;
};

TEST(MutexDestroyedLocked, EndsCleanly) {
  auto guarded = std::make_unique<Guarded>();
  guarded->mutex.lock();
  guarded->value = 1;
  guarded->mutex.unlock();
  guarded.reset();
}

}  // namespace
