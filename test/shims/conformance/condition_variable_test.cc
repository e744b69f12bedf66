#include <type_traits>

#include "test/shims/conformance/tested.h"

// A clock that stands still: timed waits measure by it, so they do not end.
struct FrozenClock {
  using duration = std::chrono::milliseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<FrozenClock>;
  static constexpr bool is_steady = false;
  static time_point now() { return time_point(duration(100)); }
};

namespace {

using tested_support::kLong;
using tested_support::kShort;

static_assert(!std::is_copy_constructible<tested::condition_variable>::value,
              "");
static_assert(
    !std::is_move_constructible<tested::condition_variable_any>::value, "");
static_assert(std::is_standard_layout<tested::condition_variable>::value, "");
static_assert(std::is_same<tested::condition_variable::native_handle_type,
                           std::condition_variable::native_handle_type>::value,
              "");
static_assert(
    noexcept(std::declval<tested::condition_variable&>().notify_one()), "");
static_assert(
    noexcept(std::declval<tested::condition_variable_any&>().notify_all()), "");

template <typename Condition>
class ConditionTest : public testing::Test {
 protected:
  // Starts a thread that waits with `wait(lock)` until it returns true, wakes
  // it, and returns what it said.
  template <typename Wait>
  bool WokenBy(Wait wait) {
    bool result = false;
    tested::thread waiter([&] {
      std::unique_lock<tested::mutex> lock(mutex_);
      result = wait(lock);
      EXPECT_TRUE(lock.owns_lock());
    });
    {
      std::lock_guard<tested::mutex> lock(mutex_);
      ready_ = true;
    }
    condition_.notify_one();
    waiter.join();
    return result;
  }

  tested::mutex mutex_;
  Condition condition_;
  bool ready_ = false;
};
using Conditions =
    testing::Types<tested::condition_variable, tested::condition_variable_any>;
TYPED_TEST_SUITE(ConditionTest, Conditions);

TYPED_TEST(ConditionTest, NotifyWakesAWaiter) {
  EXPECT_TRUE(this->WokenBy([this](std::unique_lock<tested::mutex>& lock) {
    while (!this->ready_) this->condition_.wait(lock);
    return true;
  }));
}

TYPED_TEST(ConditionTest, WaitsForThePredicate) {
  EXPECT_TRUE(this->WokenBy([this](std::unique_lock<tested::mutex>& lock) {
    this->condition_.wait(lock, [this] { return this->ready_; });
    return this->ready_;
  }));
}

TYPED_TEST(ConditionTest, TimedWaitsSeeTheNotification) {
  const auto is_ready = [this] { return this->ready_; };
  EXPECT_TRUE(this->WokenBy([&](std::unique_lock<tested::mutex>& lock) {
    return this->condition_.wait_for(lock, kLong, is_ready);
  }));
  this->ready_ = false;
  EXPECT_TRUE(this->WokenBy([&](std::unique_lock<tested::mutex>& lock) {
    return this->condition_.wait_until(
        lock, tested::chrono::system_clock::now() + kLong, is_ready);
  }));
}

TYPED_TEST(ConditionTest, TimedWaitsEnd) {
  std::unique_lock<tested::mutex> lock(this->mutex_);
  using Clock = tested::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + kShort;
  // Spurious wake-ups are allowed.
  while (this->condition_.wait_until(lock, end) == std::cv_status::no_timeout) {
  }
  EXPECT_LE(end, Clock::now());
  EXPECT_FALSE(this->condition_.wait_for(lock, kShort, [] { return false; }));
  EXPECT_TRUE(this->condition_.wait_for(lock, kShort, [] { return true; }));
  EXPECT_FALSE(this->condition_.wait_until(
      lock, tested::chrono::system_clock::now() + kShort,
      [] { return false; }));
  EXPECT_TRUE(lock.owns_lock());
}

TYPED_TEST(ConditionTest, ATimeInThePastEndsAtOnce) {
  std::unique_lock<tested::mutex> lock(this->mutex_);
  EXPECT_FALSE(this->condition_.wait_until(
      lock, tested::chrono::steady_clock::time_point(), [] { return false; }));
  EXPECT_FALSE(this->condition_.wait_for(lock, std::chrono::seconds(-5),
                                         [] { return false; }));
}

TYPED_TEST(ConditionTest, NotifyAllWakesEveryWaiter) {
  int woken = 0;
  auto wait = [&] {
    std::unique_lock<tested::mutex> lock(this->mutex_);
    this->condition_.wait(lock, [this] { return this->ready_; });
    ++woken;
  };
  tested::thread first(wait), second(wait), third(wait);
  {
    std::lock_guard<tested::mutex> lock(this->mutex_);
    this->ready_ = true;
  }
  this->condition_.notify_all();
  first.join();
  second.join();
  third.join();
  EXPECT_EQ(3, woken);
}

TYPED_TEST(ConditionTest, TimeoutIsMeasuredByTheUsersClock) {
  std::unique_lock<tested::mutex> lock(this->mutex_);
  EXPECT_EQ(std::cv_status::no_timeout,
            this->condition_.wait_until(
                lock, FrozenClock::now() + std::chrono::milliseconds(2)));
  // A wake-up may be spurious, but not a hundred in a row.
  int wakeups = 0;
  while (this->condition_.wait_until(lock, FrozenClock::time_point()) ==
         std::cv_status::no_timeout) {
    ASSERT_LT(++wakeups, 100);
  }
}

// A lock that is no std::unique_lock.
class CountingLock {
 public:
  void lock() {
    mutex_.lock();
    ++locks;
  }
  void unlock() { mutex_.unlock(); }

  int locks = 0;

 private:
  tested::mutex mutex_;
};

TEST(ConditionVariableAnyTest, WorksWithAnyLock) {
  tested::condition_variable_any condition;
  CountingLock lock;
  bool ready = false;
  lock.lock();
  tested::thread other([&] {
    lock.lock();
    ready = true;
    lock.unlock();
    condition.notify_all();
  });
  condition.wait(lock, [&ready] { return ready; });
  lock.unlock();
  other.join();
  EXPECT_LE(3, lock.locks);
}

#if __cplusplus >= 201402L
TEST(ConditionVariableAnyTest, WaitsWithASharedLock) {
  tested::condition_variable_any condition;
  tested::shared_timed_mutex mutex;
  bool ready = false;
  std::shared_lock<tested::shared_timed_mutex> lock(mutex);
  tested::thread other([&] {
    std::lock_guard<tested::shared_timed_mutex> exclusive(mutex);
    ready = true;
    condition.notify_one();
  });
  EXPECT_TRUE(condition.wait_for(lock, kLong, [&ready] { return ready; }));
  lock.unlock();
  other.join();
}
#endif

// Set by the destructor of a thread_local object.
bool thread_local_destroyed = false;
struct NotesDestruction {
  ~NotesDestruction() { thread_local_destroyed = true; }
  int touched = 0;
};
thread_local NotesDestruction notes_destruction;

TEST(NotifyAllAtThreadExitTest, NotifiesAfterThreadLocalDestructors) {
  tested::mutex mutex;
  tested::condition_variable condition;
  bool done = false;
  thread_local_destroyed = false;
  std::unique_lock<tested::mutex> lock(mutex);
  tested::thread thread([&] {
    std::unique_lock<tested::mutex> inner(mutex);
    notes_destruction.touched = 1;
    done = true;
    tested::notify_all_at_thread_exit(condition, std::move(inner));
  });
  condition.wait(lock, [&done] { return done; });
  EXPECT_TRUE(thread_local_destroyed);
  lock.unlock();
  thread.join();
}

}  // namespace
