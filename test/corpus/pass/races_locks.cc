// expect: passed
// trials: 200
// flags: --races=fail
//
// Every kind of lock orders what it guards.
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

// Two threads count under what `lock` and `unlock` do.
template <typename Lock, typename Unlock>
void CountUnder(Lock lock, Unlock unlock) {
  int count = 0;
  auto work = [&] {
    for (int i = 0; i < 2; ++i) {
      lock();
      ++count;
      unlock();
    }
  };
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  EXPECT_EQ(count, 4);
}

template <typename Mutex>
void CountUnderMutex() {
  Mutex mutex;
  CountUnder([&] { mutex.lock(); }, [&] { mutex.unlock(); });
  CountUnder(
      [&] {
        while (!mutex.try_lock()) std::this_thread::yield();
      },
      [&] { mutex.unlock(); });
}

TEST(RacesLocks, Mutex) { CountUnderMutex<std::mutex>(); }
TEST(RacesLocks, RecursiveMutex) { CountUnderMutex<std::recursive_mutex>(); }
TEST(RacesLocks, TimedMutex) {
  CountUnderMutex<std::timed_mutex>();
  std::timed_mutex mutex;
  CountUnder(
      [&] {
        while (!mutex.try_lock_for(std::chrono::milliseconds(1))) {
        }
      },
      [&] { mutex.unlock(); });
}
TEST(RacesLocks, SharedTimedMutex) {
  CountUnderMutex<std::shared_timed_mutex>();
}

TEST(RacesLocks, ReadersAndWriters) {
  std::shared_mutex mutex;
  int value = 0;
  auto read = [&] {
    std::shared_lock<std::shared_mutex> lock(mutex);
    return value;
  };
  std::thread one(read);
  std::thread two([&] {
    std::unique_lock<std::shared_mutex> lock(mutex);
    ++value;
  });
  read();
  one.join();
  two.join();
}

TEST(RacesLocks, SpinLockOfAtomicFlag) {
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  CountUnder(
      [&] {
        while (flag.test_and_set(std::memory_order_acquire))
          std::this_thread::yield();
      },
      [&] { flag.clear(std::memory_order_release); });
}

TEST(RacesLocks, TicketLock) {
  std::atomic<unsigned> next{0};
  std::atomic<unsigned> served{0};
  CountUnder(
      [&] {
        unsigned mine = next.fetch_add(1, std::memory_order_relaxed);
        while (served.load(std::memory_order_acquire) != mine)
          std::this_thread::yield();
      },
      [&] { served.fetch_add(1, std::memory_order_release); });
}

TEST(RacesLocks, PthreadLocks) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  CountUnder([&] { pthread_mutex_lock(&mutex); },
             [&] { pthread_mutex_unlock(&mutex); });
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  CountUnder([&] { pthread_rwlock_wrlock(&rwlock); },
             [&] { pthread_rwlock_unlock(&rwlock); });
  pthread_spinlock_t spin;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  CountUnder([&] { pthread_spin_lock(&spin); },
             [&] { pthread_spin_unlock(&spin); });
  pthread_spin_destroy(&spin);
}

TEST(RacesLocks, ConditionVariables) {
  std::mutex mutex;
  std::condition_variable changed;
  std::condition_variable_any also;
  int turn = 0;
  int data = 0;
  std::thread other([&] {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return turn == 1; });
    data += 1;
    turn = 2;
    also.notify_one();
  });
  data = 1;
  {
    std::lock_guard<std::mutex> lock(mutex);
    turn = 1;
  }
  changed.notify_one();
  {
    std::unique_lock<std::mutex> lock(mutex);
    also.wait(lock, [&] { return turn == 2; });
  }
  EXPECT_EQ(data, 2);
  other.join();
}

}  // namespace
