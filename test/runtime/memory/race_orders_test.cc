// What the memory orders of atomics and fences order, and what they do not.
#include <gtest/gtest.h>

#include "test/runtime/memory/instrumented.h"
#include "test/runtime/memory/orders.h"
#include "test/runtime/memory/racing_seeds.h"
#include "test/runtime/sched/sim.h"

extern "C" {
void __tsan_acquire(void* object);
void __tsan_release(void* object);
void __tsan_mutex_post_lock(void* mutex, unsigned flags, int depth);
int __tsan_mutex_pre_unlock(void* mutex, unsigned flags);
void AnnotateHappensBefore(const char* file, int line,
                           const volatile void* object);
void AnnotateHappensAfter(const char* file, int line,
                          const volatile void* object);
void AnnotateRWLockAcquired(const char* file, int line,
                            const volatile void* lock, long is_writer);
void AnnotateRWLockReleased(const char* file, int line,
                            const volatile void* lock, long is_writer);
}

namespace detsim::runtime {
namespace {

// A flag is published with `store` and looked for with `load`.
template <typename Store, typename Load>
uint64_t RacesPublishing(Store store, Load load) {
  return RacingSeeds([&] {
    int data = 0;
    int flag = 0;
    Thread writer([&] {
      PlainStore(&data, 1);
      store(&flag);
    });
    Thread reader([&] {
      if (load(&flag) != 0) PlainLoad(&data);
    });
    writer.Join();
    reader.Join();
  });
}

TEST(RaceOrdersTest, ReleaseAndAcquireOrder) {
  auto release = [](int* flag) { StoreRelease(flag, 1); };
  auto relaxed = [](int* flag) { StoreRelaxed(flag, 1); };
  EXPECT_EQ(RacesPublishing(release, LoadAcquire), 0u);
  EXPECT_GT(RacesPublishing(relaxed, LoadAcquire), 0u);
  EXPECT_GT(RacesPublishing(release, LoadRelaxed), 0u);
}

TEST(RaceOrdersTest, WhatTheProgramSaysToASanitizerOrders) {
  struct Annotation {
    void (*release)(int* object);
    void (*acquire)(int* object);
  };
  const Annotation annotations[] = {
      {[](int* o) { __tsan_release(o); }, [](int* o) { __tsan_acquire(o); }},
      {[](int* o) { AnnotateHappensBefore("", 0, o); },
       [](int* o) { AnnotateHappensAfter("", 0, o); }},
      {[](int* o) { AnnotateRWLockReleased("", 0, o, 1); },
       [](int* o) { AnnotateRWLockAcquired("", 0, o, 1); }},
      {[](int* o) { __tsan_mutex_pre_unlock(o, 0); },
       [](int* o) { __tsan_mutex_post_lock(o, 0, 1); }}};
  for (const Annotation& annotation : annotations) {
    int object = 0;
    auto release = [&](int* flag) {
      annotation.release(&object);
      StoreRelaxed(flag, 1);
    };
    auto acquire = [&](const int* flag) {
      int value = LoadRelaxed(flag);
      if (value != 0) annotation.acquire(&object);
      return value;
    };
    EXPECT_EQ(RacesPublishing(release, acquire), 0u);
    EXPECT_GT(RacesPublishing(release, LoadRelaxed), 0u);
  }
}

TEST(RaceOrdersTest, FencesOrder) {
  auto release = [](int* flag) {
    FenceRelease();
    StoreRelaxed(flag, 1);
  };
  auto late = [](int* flag) {
    StoreRelaxed(flag, 1);
    FenceRelease();
  };
  auto acquire = [](const int* flag) {
    int value = LoadRelaxed(flag);
    FenceAcquire();
    return value;
  };
  auto early = [](const int* flag) {
    FenceAcquire();
    return LoadRelaxed(flag);
  };
  EXPECT_EQ(RacesPublishing(release, acquire), 0u);
  EXPECT_EQ(RacesPublishing(release, LoadAcquire), 0u);
  EXPECT_GT(RacesPublishing(late, acquire), 0u);
  EXPECT_GT(RacesPublishing(release, early), 0u);
}

TEST(RaceOrdersTest, AReadModifyWriteGoesOnWithTheReleaseSequence) {
  auto release = [](int* flag) { AddRelease(flag, 1); };
  auto relaxed = [](int* flag) { AddRelaxed(flag, 1); };
  auto twice = [](int* flag) {
    StoreRelease(flag, 1);
    AddRelaxed(flag, 1);
  };
  EXPECT_EQ(RacesPublishing(release, LoadAcquire), 0u);
  EXPECT_EQ(RacesPublishing(twice, LoadAcquire), 0u);
  EXPECT_GT(RacesPublishing(relaxed, LoadAcquire), 0u);
}

TEST(RaceOrdersTest, ACompareExchangeThatFailsHasAnOrderOfItsOwn) {
  auto release = [](int* flag) { StoreRelease(flag, 1); };
  auto acquire = [](int* flag) { return !ReplaceOrAcquire(flag, 0, 0); };
  auto relaxed = [](int* flag) { return !ReplaceOrRelaxed(flag, 0, 0); };
  EXPECT_EQ(RacesPublishing(release, acquire), 0u);
  EXPECT_GT(RacesPublishing(release, relaxed), 0u);
}

TEST(RaceOrdersTest, ReferenceCountsOrderTheLastOwner) {
  auto counting = [](bool acquires) {
    return RacingSeeds([acquires] {
      int data = 0;
      int count = 2;
      auto work = [&] {
        PlainLoad(&data);
        int before =
            acquires ? AddAcquireRelease(&count, -1) : AddRelaxed(&count, -1);
        if (before == 1) PlainStore(&data, 1);
      };
      Thread a(work);
      Thread b(work);
      a.Join();
      b.Join();
    });
  };
  EXPECT_EQ(counting(true), 0u);
  EXPECT_EQ(counting(false), kSeeds);
}

}  // namespace
}  // namespace detsim::runtime
