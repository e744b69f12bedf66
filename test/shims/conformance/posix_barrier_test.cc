// Barriers and spin locks of <pthread.h>.
#include <errno.h>

#include <vector>

#include "test/shims/conformance/posix_test_support.h"

namespace {

struct Phases {
  pthread_barrier_t barrier;
  pthread_mutex_t mutex;
  int arrived, last;
  bool early;
};

constexpr int kThreads = 3;
constexpr int kPhases = 4;

void* RunPhases(void* argument) {
  auto* const phases = static_cast<Phases*>(argument);
  for (int phase = 1; phase <= kPhases; ++phase) {
    TESTED(pthread_mutex_lock)(&phases->mutex);
    ++phases->arrived;
    TESTED(pthread_mutex_unlock)(&phases->mutex);
    const int result = TESTED(pthread_barrier_wait)(&phases->barrier);
    TESTED(pthread_mutex_lock)(&phases->mutex);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) ++phases->last;
    if (phases->arrived < phase * kThreads) phases->early = true;
    TESTED(pthread_mutex_unlock)(&phases->mutex);
  }
  return nullptr;
}

TEST(PthreadBarrierTest, EachPhaseWaitsForAllAndTellsOne) {
  Phases phases = {};
  ASSERT_EQ(0,
            TESTED(pthread_barrier_init)(&phases.barrier, nullptr, kThreads));
  ASSERT_EQ(0, TESTED(pthread_mutex_init)(&phases.mutex, nullptr));
  std::vector<pthread_t> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.push_back(posix_test::Start(RunPhases, &phases));
  }
  for (pthread_t thread : threads) TESTED(pthread_join)(thread, nullptr);
  EXPECT_FALSE(phases.early);
  EXPECT_EQ(kPhases, phases.last);
  EXPECT_EQ(kPhases * kThreads, phases.arrived);
  EXPECT_EQ(0, TESTED(pthread_barrier_destroy)(&phases.barrier));
}

TEST(PthreadBarrierTest, ABarrierForNobodyIsInvalid) {
  pthread_barrier_t barrier;
  EXPECT_EQ(EINVAL, TESTED(pthread_barrier_init)(&barrier, nullptr, 0));
}

TEST(PthreadBarrierTest, OneThreadPasses) {
  pthread_barrier_t barrier;
  ASSERT_EQ(0, TESTED(pthread_barrier_init)(&barrier, nullptr, 1));
  EXPECT_EQ(PTHREAD_BARRIER_SERIAL_THREAD,
            TESTED(pthread_barrier_wait)(&barrier));
  EXPECT_EQ(PTHREAD_BARRIER_SERIAL_THREAD,
            TESTED(pthread_barrier_wait)(&barrier));
  EXPECT_EQ(0, TESTED(pthread_barrier_destroy)(&barrier));
}

TEST(PthreadSpinTest, ExcludesOthers) {
  pthread_spinlock_t lock;
  ASSERT_EQ(0, TESTED(pthread_spin_init)(&lock, PTHREAD_PROCESS_PRIVATE));
  EXPECT_EQ(0, TESTED(pthread_spin_lock)(&lock));
  EXPECT_EQ(EBUSY, TESTED(pthread_spin_trylock)(&lock));
  posix_test::RunInThread(
      [&lock] { EXPECT_EQ(EBUSY, TESTED(pthread_spin_trylock)(&lock)); });
  EXPECT_EQ(0, TESTED(pthread_spin_unlock)(&lock));
  EXPECT_EQ(0, TESTED(pthread_spin_trylock)(&lock));
  EXPECT_EQ(0, TESTED(pthread_spin_unlock)(&lock));
  EXPECT_EQ(0, TESTED(pthread_spin_destroy)(&lock));
}

TEST(PthreadSpinTest, IsHandedOver) {
  struct Shared {
    pthread_spinlock_t lock;
    int count;
  } shared = {};
  ASSERT_EQ(0, TESTED(pthread_spin_init)(&shared.lock, PTHREAD_PROCESS_SHARED));
  const auto count = [](void* argument) -> void* {
    auto* const state = static_cast<Shared*>(argument);
    for (int i = 0; i < 100; ++i) {
      TESTED(pthread_spin_lock)(&state->lock);
      ++state->count;
      TESTED(pthread_spin_unlock)(&state->lock);
    }
    return nullptr;
  };
  const pthread_t one = posix_test::Start(count, &shared);
  const pthread_t two = posix_test::Start(count, &shared);
  TESTED(pthread_join)(one, nullptr);
  TESTED(pthread_join)(two, nullptr);
  EXPECT_EQ(200, shared.count);
}

}  // namespace
