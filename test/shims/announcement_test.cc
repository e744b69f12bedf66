// What the shims announce to the runtime: each atomic operation once, as what
// it is and on the right object, immediately before it happens.
#include <atomic>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "detsim/std/atomic.h"
#include "gtest/gtest.h"
#include "test/shims/native_abi.h"

namespace {

using detsim_native::Announcement;
using detsim_native::FailNextWeakExchange;
using detsim_native::kWeak;
using detsim_native::TakeAnnouncements;

// The operations announced on `object` since the last call, by their initials
// (load, store, rmw, fence, weak); "?" for one on another object.
std::string AnnouncedOn(const volatile void* object) {
  std::string initials;
  for (const Announcement& announcement : TakeAnnouncements()) {
    if (announcement.object != object) {
      initials += '?';
    } else if (announcement.operation == kWeak) {
      initials += 'w';
    } else {
      initials += "lsrf"[announcement.operation];
    }
  }
  return initials;
}

class AnnouncementTest : public testing::Test {
 protected:
  void SetUp() override { TakeAnnouncements(); }
};

TEST_F(AnnouncementTest, ConstructionIsNoOperation) {
  detsim::atomic<int> number(3);
  detsim::atomic_flag flag = ATOMIC_FLAG_INIT;
  EXPECT_EQ("", AnnouncedOn(&number));
  EXPECT_EQ("", AnnouncedOn(&flag));
}

TEST_F(AnnouncementTest, EveryMemberAnnouncesOnce) {
  detsim::atomic<int> number(1);
  static_cast<void>(number.load());
  static_cast<void>(static_cast<int>(number));
  number.store(1);
  number = 2;
  number.exchange(3);
  EXPECT_EQ("llssr", AnnouncedOn(&number));
  number.fetch_add(1);
  number.fetch_sub(1);
  number.fetch_and(1);
  number.fetch_or(1);
  number.fetch_xor(1);
  ++number;
  number++;
  --number;
  number--;
  number += 1;
  number -= 1;
  number &= 1;
  number |= 1;
  number ^= 1;
  EXPECT_EQ("rrrrrrrrrrrrrr", AnnouncedOn(&number));
}

TEST_F(AnnouncementTest, VolatileMembersAnnounceToo) {
  volatile detsim::atomic<int> number(1);
  static_cast<void>(number.load());
  number = 2;
  number++;
  volatile detsim::atomic_flag flag = ATOMIC_FLAG_INIT;
  EXPECT_EQ("lsr", AnnouncedOn(&number));
  flag.test_and_set();
  flag.clear();
  EXPECT_EQ("rs", AnnouncedOn(&flag));
}

TEST_F(AnnouncementTest, CompareExchangeAnnouncesItsStrength) {
  detsim::atomic<int> number(1);
  int expected = 1;
  number.compare_exchange_strong(expected, 2);
  number.compare_exchange_weak(expected, 2);
  number.compare_exchange_weak(expected, 2, std::memory_order_acq_rel,
                               std::memory_order_acquire);
  EXPECT_EQ("rww", AnnouncedOn(&number));
}

TEST_F(AnnouncementTest, ASpuriousFailureTellsTheValueAndChangesNothing) {
  detsim::atomic<int> number(5);
  int expected = 5;
  FailNextWeakExchange();
  EXPECT_FALSE(number.compare_exchange_weak(expected, 6));
  EXPECT_EQ(5, expected);
  expected = 1;
  FailNextWeakExchange();
  EXPECT_FALSE(number.compare_exchange_weak(expected, 6));
  EXPECT_EQ(5, expected);
  EXPECT_EQ(5, number.load());
  EXPECT_TRUE(number.compare_exchange_weak(expected, 6));
  EXPECT_EQ(6, number.load());
}

TEST_F(AnnouncementTest, ASpuriousFailureOfASharedPointerTellsItToo) {
  std::shared_ptr<int> pointer = std::make_shared<int>(1);
  std::shared_ptr<int> expected;
  FailNextWeakExchange();
  EXPECT_FALSE(detsim::atomic_compare_exchange_weak(&pointer, &expected,
                                                    std::make_shared<int>(2)));
  EXPECT_EQ(pointer, expected);
  EXPECT_EQ("w", AnnouncedOn(&pointer));
}

TEST_F(AnnouncementTest, FreeFunctionsAnnounceOnce) {
  detsim::atomic<int> number(1);
  detsim::atomic_load(&number);
  detsim::atomic_store(&number, 2);
  detsim::atomic_fetch_add_explicit(&number, 1, std::memory_order_relaxed);
  EXPECT_EQ("lsr", AnnouncedOn(&number));
  std::shared_ptr<int> pointer;
  static_cast<void>(detsim::atomic_load(&pointer));
  detsim::atomic_store(&pointer, std::shared_ptr<int>());
  detsim::atomic_exchange(&pointer, std::shared_ptr<int>());
  EXPECT_EQ("lsr", AnnouncedOn(&pointer));
}

TEST_F(AnnouncementTest, FencesAnnounceAndSignalFencesDoNot) {
  detsim::atomic_thread_fence(std::memory_order_seq_cst);
  EXPECT_EQ("f", AnnouncedOn(nullptr));
  detsim::atomic_signal_fence(std::memory_order_seq_cst);
  EXPECT_EQ("", AnnouncedOn(nullptr));
}

TEST_F(AnnouncementTest, ReferencesAnnounceTheObject) {
  int number = 1;
  detsim::atomic_ref<int> ref(number);
  static_cast<void>(ref.load());
  ref = 2;
  ++ref;
  EXPECT_EQ("lsr", AnnouncedOn(&number));
}

}  // namespace
