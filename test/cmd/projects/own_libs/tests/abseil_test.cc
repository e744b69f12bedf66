// Debian's Abseil: its mutexes wait on futexes, its clock reads the time stamp
// counter.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace {

bool IsPositive(int* value) { return *value > 0; }

void Join(std::vector<std::thread>& threads) {
  for (std::thread& thread : threads) thread.join();
}

TEST(AbseilTest, MutexExcludes) {
  absl::Mutex mutex;
  int value = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 3; ++n) {
        absl::MutexLock lock(&mutex);
        const int before = value;
        std::this_thread::yield();
        value = before + 1;
      }
    });
  }
  Join(threads);
  EXPECT_EQ(value, 9);
}

TEST(AbseilTest, AwaitTimesOut) {
  absl::Mutex mutex;
  int value = 0;
  const absl::Time begin = absl::Now();
  absl::MutexLock lock(&mutex);
  EXPECT_FALSE(mutex.AwaitWithTimeout(absl::Condition(&IsPositive, &value),
                                      absl::Minutes(5)));
  const absl::Duration passed = absl::Now() - begin;
  // It reckons with the counter, and rounds.
  EXPECT_GE(passed, absl::Minutes(5) - absl::Milliseconds(1));
  EXPECT_LT(passed, absl::Minutes(5) + absl::Milliseconds(200));
}

TEST(AbseilTest, LockWhenWaits) {
  absl::Mutex mutex;
  int value = 0;
  std::thread setter([&] {
    absl::SleepFor(absl::Seconds(30));
    absl::MutexLock lock(&mutex);
    value = 7;
  });
  mutex.LockWhen(absl::Condition(&IsPositive, &value));
  EXPECT_EQ(value, 7);
  mutex.Unlock();
  setter.join();
}

TEST(AbseilTest, NotificationAndCounter) {
  absl::Notification go;
  absl::BlockingCounter ended(2);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      go.WaitForNotification();
      ended.DecrementCount();
    });
  }
  EXPECT_FALSE(go.WaitForNotificationWithTimeout(absl::Seconds(1)));
  go.Notify();
  ended.Wait();
  Join(threads);
}

TEST(AbseilTest, ReadersShare) {
  absl::Mutex mutex;
  absl::CondVar changed;
  int value = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      absl::ReaderMutexLock lock(&mutex);
      while (value == 0) changed.Wait(&mutex);
    });
  }
  {
    absl::MutexLock lock(&mutex);
    value = 1;
  }
  changed.SignalAll();
  Join(threads);
}

TEST(AbseilTest, SleepsInOrder) {
  absl::Mutex mutex;
  std::string order;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      absl::SleepFor(absl::Hours(3 - i));
      absl::MutexLock lock(&mutex);
      order += std::to_string(i);
    });
  }
  Join(threads);
  EXPECT_EQ(order, "210");
}

// The flag is set outside the mutex, and so is the notification.
TEST(AbseilTest, MissesASignal) {
  absl::Mutex mutex;
  absl::CondVar changed;
  std::atomic<bool> done{false};
  std::thread waiter([&] {
    absl::MutexLock lock(&mutex);
    while (!done) changed.Wait(&mutex);
  });
  done = true;
  changed.Signal();
  waiter.join();
}

// Two mutexes in two orders. Abseil would say so by itself, and abort.
TEST(AbseilTest, LocksInTwoOrders) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  absl::Mutex first, second;
  std::thread other([&] {
    absl::MutexLock outer(&second);
    absl::MutexLock inner(&first);
  });
  {
    absl::MutexLock outer(&first);
    absl::MutexLock inner(&second);
  }
  other.join();
}

}  // namespace
