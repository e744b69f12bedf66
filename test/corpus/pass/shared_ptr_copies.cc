// expect: passed
// trials: 5000
// flags: --preempt=memory
//
// Copies of one shared_ptr come and go in several threads. The count is atomic
// inside the standard library, and no preemption may make it lose one.
#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace {

struct Payload {
  explicit Payload(int* destroyed) : destroyed(destroyed) {}
  ~Payload() { ++*destroyed; }
  int* destroyed;
};

TEST(SharedPtrCopies, LastOwnerDestroys) {
  int destroyed = 0;
  {
    auto payload = std::make_shared<Payload>(&destroyed);
    std::vector<std::thread> owners;
    for (int i = 0; i < 3; ++i) {
      owners.emplace_back([payload] {
        std::shared_ptr<Payload> copy = payload;
        std::weak_ptr<Payload> watcher = copy;
        copy.reset();
        EXPECT_NE(watcher.lock(), nullptr);
      });
    }
    for (std::thread& owner : owners) owner.join();
    EXPECT_EQ(payload.use_count(), 1);
  }
  EXPECT_EQ(destroyed, 1);
}

}  // namespace
