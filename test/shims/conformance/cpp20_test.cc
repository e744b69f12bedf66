// latch, barrier, semaphores, jthread and stop tokens; empty before C++20.
#include "test/shims/conformance/tested.h"

#if __cplusplus >= 202002L

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using tested_support::kLong;
using tested_support::kShort;

TEST(LatchTest, OpensWhenAllHaveArrived) {
  tested::latch latch(3);
  EXPECT_FALSE(latch.try_wait());
  tested::thread other([&latch] { latch.arrive_and_wait(); });
  latch.count_down(2);
  latch.wait();
  other.join();
  EXPECT_TRUE(latch.try_wait());
  static_assert(!std::is_copy_constructible_v<tested::latch>);
  static_assert(tested::latch::max() > 0);
}

TEST(BarrierTest, CompletesEveryPhase) {
  int phases = 0;
  tested::barrier barrier(2, [&phases]() noexcept { ++phases; });
  auto work = [&barrier] {
    for (int i = 0; i < 5; ++i) barrier.arrive_and_wait();
  };
  tested::thread first(work), second(work);
  first.join();
  second.join();
  EXPECT_EQ(5, phases);
}

TEST(BarrierTest, TokensAndDropping) {
  tested::barrier<> barrier(2);
  auto token = barrier.arrive();
  barrier.arrive_and_drop();
  barrier.wait(std::move(token));
  barrier.arrive_and_wait();  // Expects one thread from now on.
}

TEST(SemaphoreTest, CountsItsPermits) {
  tested::counting_semaphore<3> semaphore(2);
  semaphore.acquire();
  EXPECT_TRUE(semaphore.try_acquire_for(kLong));
  EXPECT_FALSE(semaphore.try_acquire());
  EXPECT_FALSE(semaphore.try_acquire_for(kShort));
  EXPECT_FALSE(semaphore.try_acquire_until(tested::chrono::steady_clock::now() +
                                           kShort));
  semaphore.release(2);
  EXPECT_TRUE(
      semaphore.try_acquire_until(tested::chrono::system_clock::now() + kLong));
  semaphore.acquire();
  static_assert(tested::counting_semaphore<3>::max() >= 3);
}

TEST(SemaphoreTest, ReleaseWakesAWaiter) {
  tested::binary_semaphore ping(0), pong(0);
  tested::thread other([&] {
    ping.acquire();
    pong.release();
  });
  ping.release();
  pong.acquire();
  other.join();
  EXPECT_FALSE(ping.try_acquire());
}

TEST(JthreadTest, StopsAndJoinsWhenDestroyed) {
  bool stopped = false;
  {
    tested::jthread thread([&stopped](tested::stop_token token) {
      while (!token.stop_requested()) tested::this_thread::yield();
      stopped = true;
    });
    EXPECT_TRUE(thread.joinable());
  }
  EXPECT_TRUE(stopped);
}

TEST(JthreadTest, RunsFunctionsWithoutAToken) {
  int sum = 0;
  tested::jthread thread([&sum](int a, int b) { sum = a + b; }, 1, 2);
  const tested::jthread::id id = thread.get_id();
  tested::jthread moved = std::move(thread);
  EXPECT_EQ(id, moved.get_id());
  EXPECT_FALSE(thread.joinable());
  moved.join();
  EXPECT_EQ(3, sum);
  EXPECT_TRUE(moved.get_stop_source().stop_possible());
  EXPECT_FALSE(tested::jthread().request_stop());
}

TEST(JthreadTest, AssignmentStopsAndJoinsTheOldThread) {
  bool stopped = false;
  tested::jthread thread([&stopped](tested::stop_token token) {
    while (!token.stop_requested()) tested::this_thread::yield();
    stopped = true;
  });
  thread = tested::jthread();
  EXPECT_TRUE(stopped);
}

TEST(StopTokenTest, SharesTheRequest) {
  tested::stop_source source;
  tested::stop_token token = source.get_token();
  EXPECT_TRUE(token.stop_possible());
  EXPECT_FALSE(token.stop_requested());
  EXPECT_TRUE(source.request_stop());
  EXPECT_FALSE(source.request_stop());
  EXPECT_TRUE(token.stop_requested());
  EXPECT_EQ(token, source.get_token());
  EXPECT_FALSE(tested::stop_token().stop_possible());
  EXPECT_FALSE(tested::stop_source(std::nostopstate).stop_possible());
}

TEST(StopTokenTest, IsImpossibleWithoutSources) {
  tested::stop_token token;
  {
    tested::stop_source source;
    const tested::stop_source copy(source);
    token = copy.get_token();
    EXPECT_TRUE(token.stop_possible());
  }
  EXPECT_FALSE(token.stop_possible());
}

TEST(StopCallbackTest, IsCalledOnce) {
  tested::stop_source source;
  int calls = 0;
  tested::stop_callback first(source.get_token(), [&calls] { ++calls; });
  {
    tested::stop_callback gone(source.get_token(), [&calls] { calls += 100; });
  }
  source.request_stop();
  EXPECT_EQ(1, calls);
  tested::stop_callback late(source.get_token(), [&calls] { calls += 10; });
  EXPECT_EQ(11, calls);
}

TEST(StopCallbackTest, MayDestroyItself) {
  tested::stop_source source;
  using Callback = tested::stop_callback<std::function<void()>>;
  std::unique_ptr<Callback> callback;
  bool called = false;
  callback = std::make_unique<Callback>(source.get_token(), [&] {
    called = true;
    callback.reset();
  });
  source.request_stop();
  EXPECT_TRUE(called);
  EXPECT_EQ(nullptr, callback);
}

TEST(StopCallbackTest, DestructionWaitsForACallInAnotherThread) {
  tested::stop_source source;
  tested::latch entered(1);
  tested::atomic<bool> finished(false);
  auto callback = [&] {
    entered.count_down();
    tested::this_thread::sleep_for(std::chrono::milliseconds(2));
    finished = true;
  };
  tested::thread requester;
  {
    tested::stop_callback registered(source.get_token(), callback);
    requester = tested::thread([&source] { source.request_stop(); });
    entered.wait();
  }
  EXPECT_TRUE(finished);
  requester.join();
}

TEST(StoppableWaitTest, EndsWithTheRequest) {
  tested::mutex mutex;
  tested::condition_variable_any condition;
  bool result = true;
  tested::jthread thread([&](tested::stop_token token) {
    std::unique_lock lock(mutex);
    result = condition.wait(lock, token, [] { return false; });
  });
  thread.request_stop();
  thread.join();
  EXPECT_FALSE(result);
}

TEST(StoppableWaitTest, EndsWithThePredicateOrTheTime) {
  tested::mutex mutex;
  tested::condition_variable_any condition;
  tested::stop_source source;
  std::unique_lock lock(mutex);
  EXPECT_FALSE(condition.wait_for(lock, source.get_token(), kShort,
                                  [] { return false; }));
  EXPECT_TRUE(
      condition.wait_for(lock, source.get_token(), kLong, [] { return true; }));
  EXPECT_FALSE(condition.wait_until(
      lock, source.get_token(), tested::chrono::steady_clock::now() + kShort,
      [] { return false; }));
  EXPECT_TRUE(lock.owns_lock());
}

}  // namespace

#endif  // __cplusplus >= 202002L
