// expect: misuse
// trials: 10
//
// A mutex is destroyed while it is locked.
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
  guarded.reset();
}

}  // namespace
