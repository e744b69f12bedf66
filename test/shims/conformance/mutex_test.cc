#include <type_traits>

#include "test/shims/conformance/tested.h"

namespace {

using tested_support::kLong;
using tested_support::kShort;

template <typename Mutex>
constexpr bool IsLockable() {
  return !std::is_copy_constructible<Mutex>::value &&
         !std::is_copy_assignable<Mutex>::value &&
         !std::is_move_constructible<Mutex>::value &&
         std::is_default_constructible<Mutex>::value &&
         std::is_standard_layout<Mutex>::value &&
         std::is_same<void, decltype(std::declval<Mutex&>().lock())>::value &&
         std::is_same<bool, decltype(std::declval<Mutex&>().try_lock())>::value;
}
static_assert(IsLockable<tested::mutex>(), "");
static_assert(IsLockable<tested::recursive_mutex>(), "");
static_assert(IsLockable<tested::timed_mutex>(), "");
static_assert(IsLockable<tested::recursive_timed_mutex>(), "");
static_assert(std::is_nothrow_default_constructible<tested::mutex>::value, "");
static_assert(std::is_same<tested::mutex::native_handle_type,
                           std::mutex::native_handle_type>::value,
              "");
static_assert(sizeof(tested::mutex) == sizeof(std::mutex), "");

// Initialised before any code runs, as [thread.mutex.class] asks.
#if __cplusplus >= 202002L
constinit tested::mutex constant_mutex;
#endif
struct HoldsMutex {
  constexpr explicit HoldsMutex(int number) : value(number) {}
  tested::mutex mutex;
  int value;
};
HoldsMutex holds_mutex(3);

// Whether another thread can take `mutex` now.
template <typename Mutex>
bool OtherCanLock(Mutex& mutex) {
  bool locked = false;
  tested::thread other([&] {
    // A try_lock may fail spuriously.
    for (int i = 0; i < 100 && !locked; ++i) locked = mutex.try_lock();
    if (locked) mutex.unlock();
  });
  other.join();
  return locked;
}

template <typename Mutex>
class AnyMutexTest : public testing::Test {};
using AnyMutexes =
    testing::Types<tested::mutex, tested::recursive_mutex, tested::timed_mutex,
                   tested::recursive_timed_mutex>;
TYPED_TEST_SUITE(AnyMutexTest, AnyMutexes);

TYPED_TEST(AnyMutexTest, ExcludesOtherThreads) {
  TypeParam mutex;
  mutex.lock();
  EXPECT_FALSE(OtherCanLock(mutex));
  mutex.unlock();
  EXPECT_TRUE(OtherCanLock(mutex));
}

TYPED_TEST(AnyMutexTest, WorksWithGenericLocks) {
  TypeParam first, second;
  {
    std::lock_guard<TypeParam> guard(first);
    std::unique_lock<TypeParam> lock(second, std::defer_lock);
    EXPECT_FALSE(lock.owns_lock());
    lock.lock();
    EXPECT_FALSE(OtherCanLock(second));
  }
  std::lock(first, second);
  EXPECT_FALSE(OtherCanLock(first));
  first.unlock();
  second.unlock();
#if __cplusplus >= 201703L
  std::scoped_lock both(first, second);
  EXPECT_FALSE(OtherCanLock(second));
#endif
}

TYPED_TEST(AnyMutexTest, SerialisesIncrements) {
  TypeParam mutex;
  int count = 0;
  auto work = [&] {
    for (int i = 0; i < 100; ++i) {
      std::lock_guard<TypeParam> lock(mutex);
      ++count;
    }
  };
  tested::thread first(work), second(work);
  first.join();
  second.join();
  EXPECT_EQ(200, count);
}

TEST(MutexTest, IsConstantInitialised) {
  EXPECT_TRUE(OtherCanLock(holds_mutex.mutex));
  EXPECT_EQ(3, holds_mutex.value);
#if __cplusplus >= 202002L
  EXPECT_TRUE(OtherCanLock(constant_mutex));
#endif
}

template <typename Mutex>
class RecursiveMutexTest : public testing::Test {};
using RecursiveMutexes =
    testing::Types<tested::recursive_mutex, tested::recursive_timed_mutex>;
TYPED_TEST_SUITE(RecursiveMutexTest, RecursiveMutexes);

TYPED_TEST(RecursiveMutexTest, IsHeldUntilTheLastUnlock) {
  TypeParam mutex;
  mutex.lock();
  mutex.lock();
  mutex.unlock();
  EXPECT_FALSE(OtherCanLock(mutex));
  mutex.unlock();
  EXPECT_TRUE(OtherCanLock(mutex));
}

template <typename Mutex>
class TimedMutexTest : public testing::Test {};
using TimedMutexes =
    testing::Types<tested::timed_mutex, tested::recursive_timed_mutex>;
TYPED_TEST_SUITE(TimedMutexTest, TimedMutexes);

TYPED_TEST(TimedMutexTest, TakesAFreeMutex) {
  TypeParam mutex;
  EXPECT_TRUE(mutex.try_lock_for(kLong));
  mutex.unlock();
  EXPECT_TRUE(
      mutex.try_lock_until(tested::chrono::steady_clock::now() + kLong));
  mutex.unlock();
  EXPECT_TRUE(
      mutex.try_lock_until(tested::chrono::system_clock::now() + kLong));
  mutex.unlock();
  std::unique_lock<TypeParam> lock(mutex, std::chrono::duration<double>(1.5));
  EXPECT_TRUE(lock.owns_lock());
}

TYPED_TEST(TimedMutexTest, GivesUpAfterTheDelay) {
  TypeParam mutex;
  mutex.lock();
  bool taken_for = true, taken_until = true, taken_system = true;
  tested::thread other([&] {
    taken_for = mutex.try_lock_for(kShort);
    taken_until =
        mutex.try_lock_until(tested::chrono::steady_clock::now() + kShort);
    taken_system =
        mutex.try_lock_until(tested::chrono::system_clock::now() + kShort);
  });
  other.join();
  mutex.unlock();
  EXPECT_FALSE(taken_for);
  EXPECT_FALSE(taken_until);
  EXPECT_FALSE(taken_system);
}

TYPED_TEST(TimedMutexTest, WaitsForTheHolder) {
  TypeParam mutex;
  mutex.lock();
  bool taken = false;
  tested::thread other([&] {
    taken = mutex.try_lock_for(kLong);
    if (taken) mutex.unlock();
  });
  tested::this_thread::sleep_for(std::chrono::milliseconds(1));
  mutex.unlock();
  other.join();
  EXPECT_TRUE(taken);
}

TEST(OnceTest, RunsOnce) {
  tested::once_flag flag;
  int runs = 0;
  auto call = [&] {
    tested::call_once(flag, [&runs](int more) { runs += more; }, 1);
  };
  tested::thread first(call), second(call);
  first.join();
  second.join();
  call();
  EXPECT_EQ(1, runs);
}

TEST(OnceTest, AnExceptionLeavesItForTheNext) {
  tested::once_flag flag;
  int tries = 0;
  auto call = [&] {
    tested::call_once(flag, [&tries] {
      if (++tries == 1) throw 5;
    });
  };
  EXPECT_THROW(call(), int);
  call();
  call();
  EXPECT_EQ(2, tries);
}

struct Target {
  int value = 0;
  void Set(int number) { value = number; }
};

TEST(OnceTest, CallsMembersAndForwards) {
  tested::once_flag flag;
  Target target;
  tested::call_once(flag, &Target::Set, &target, 4);
  EXPECT_EQ(4, target.value);
  tested::once_flag second;
  std::unique_ptr<int> owned(new int(6));
  tested::call_once(
      second,
      [&target](std::unique_ptr<int> number) { target.value = *number; },
      std::move(owned));
  EXPECT_EQ(6, target.value);
}

static_assert(std::is_nothrow_default_constructible<tested::once_flag>::value,
              "");
static_assert(!std::is_copy_constructible<tested::once_flag>::value, "");
// Usable before any code runs.
struct HoldsFlag {
  constexpr HoldsFlag() : flag() {}
  tested::once_flag flag;
};
#if __cplusplus >= 202002L
constinit
#endif
    HoldsFlag constant_flag;

TEST(OnceTest, IsConstantInitialised) {
  // Once a process, however often the test is repeated.
  int runs = 0;
  tested::call_once(constant_flag.flag, [&runs] { ++runs; });
  tested::call_once(constant_flag.flag, [&runs] { ++runs; });
  EXPECT_LE(runs, 1);
}

#if __cplusplus >= 201402L

TEST(SharedMutexTest, ReadersShareAndExcludeAWriter) {
  tested::shared_timed_mutex mutex;
  std::shared_lock<tested::shared_timed_mutex> mine(mutex);
  bool shared = false, exclusive = true, timed = true;
  tested::thread other([&] {
    for (int i = 0; i < 100 && !shared; ++i) shared = mutex.try_lock_shared();
    exclusive = mutex.try_lock();
    timed = mutex.try_lock_for(kShort);
    if (shared) mutex.unlock_shared();
  });
  other.join();
  EXPECT_TRUE(shared);
  EXPECT_FALSE(exclusive);
  EXPECT_FALSE(timed);
}

TEST(SharedMutexTest, AWriterExcludesReaders) {
  tested::shared_timed_mutex mutex;
  mutex.lock();
  bool shared = true, timed = true, until = true;
  tested::thread other([&] {
    shared = mutex.try_lock_shared();
    timed = mutex.try_lock_shared_for(kShort);
    until = mutex.try_lock_shared_until(tested::chrono::steady_clock::now() +
                                        kShort);
  });
  other.join();
  EXPECT_FALSE(shared);
  EXPECT_FALSE(timed);
  EXPECT_FALSE(until);
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock_shared_for(kLong));
  mutex.unlock_shared();
  EXPECT_TRUE(
      mutex.try_lock_until(tested::chrono::system_clock::now() + kLong));
  mutex.unlock();
}

#endif

#if __cplusplus >= 201703L

static_assert(IsLockable<tested::shared_mutex>());
#ifdef __GLIBCXX__
static_assert(std::is_same_v<tested::shared_mutex::native_handle_type,
                             std::shared_mutex::native_handle_type>);
#endif

TEST(SharedMutexTest, LocksBothWays) {
  tested::shared_mutex mutex;
  {
    std::unique_lock lock(mutex);
    EXPECT_FALSE(OtherCanLock(mutex));
  }
  std::shared_lock lock(mutex);
  EXPECT_FALSE(OtherCanLock(mutex));
  lock.unlock();
  EXPECT_TRUE(OtherCanLock(mutex));
}

#endif

}  // namespace
