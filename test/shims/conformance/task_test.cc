// packaged_task and async.
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "test/shims/conformance/tested.h"

namespace {

using tested_support::kLong;
using tested_support::kShort;

template <typename Function>
std::error_code FutureErrorOf(Function function) {
  try {
    function();
  } catch (const std::future_error& error) {
    return error.code();
  }
  return std::error_code();
}

using Task = tested::packaged_task<int(int, int)>;
static_assert(!std::is_copy_constructible<Task>::value, "");
static_assert(std::is_nothrow_move_constructible<Task>::value, "");
static_assert(std::is_nothrow_move_assignable<Task>::value, "");
static_assert(std::is_nothrow_default_constructible<Task>::value, "");
static_assert(!std::is_convertible<int (*)(int, int), Task>::value, "");

int Add(int a, int b) { return a + b; }

TEST(PackagedTaskTest, ProvidesTheResult) {
  Task task(Add);
  EXPECT_TRUE(task.valid());
  tested::future<int> future = task.get_future();
  tested::thread thread(std::move(task), 2, 3);
  EXPECT_EQ(5, future.get());
  thread.join();
  EXPECT_FALSE(task.valid());
}

TEST(PackagedTaskTest, ProvidesTheException) {
  tested::packaged_task<void()> task([] { throw std::logic_error("no"); });
  tested::future<void> future = task.get_future();
  task();
  EXPECT_THROW(future.get(), std::logic_error);
}

TEST(PackagedTaskTest, HoldsMoveOnlyCallablesAndReferences) {
  std::unique_ptr<int> owned(new int(3));
  int* const address = owned.get();
  struct Returns {
    std::unique_ptr<int> owned;
    int& operator()() { return *owned; }
  };
  tested::packaged_task<int&()> task(Returns{std::move(owned)});
  tested::future<int&> future = task.get_future();
  task();
  EXPECT_EQ(address, &future.get());
}

TEST(PackagedTaskTest, ForwardsItsArguments) {
  tested::packaged_task<int(std::unique_ptr<int>, int&)> task(
      [](std::unique_ptr<int> a, int& b) { return *a + b++; });
  int b = 2;
  task(std::unique_ptr<int>(new int(1)), b);
  EXPECT_EQ(3, task.get_future().get());
  EXPECT_EQ(3, b);
}

TEST(PackagedTaskTest, ErrorsCarryTheirCodes) {
  tested::packaged_task<void()> none;
  EXPECT_FALSE(none.valid());
  EXPECT_EQ(std::future_errc::no_state, FutureErrorOf([&none] { none(); }));
  EXPECT_EQ(std::future_errc::no_state,
            FutureErrorOf([&none] { none.get_future(); }));
  EXPECT_EQ(std::future_errc::no_state,
            FutureErrorOf([&none] { none.reset(); }));
  int runs = 0;
  tested::packaged_task<void()> task([&runs] { ++runs; });
  tested::future<void> future = task.get_future();
  EXPECT_EQ(std::future_errc::future_already_retrieved,
            FutureErrorOf([&task] { task.get_future(); }));
  task();
  EXPECT_EQ(std::future_errc::promise_already_satisfied,
            FutureErrorOf([&task] { task(); }));
  EXPECT_EQ(1, runs);
}

TEST(PackagedTaskTest, DestroyedWithoutRunningIsBroken) {
  tested::future<int> future;
  {
    Task task(Add);
    future = task.get_future();
  }
  EXPECT_EQ(std::future_errc::broken_promise,
            FutureErrorOf([&future] { future.get(); }));
}

TEST(PackagedTaskTest, ResetMakesItRunAgain) {
  int runs = 0;
  tested::packaged_task<int()> task([&runs] { return ++runs; });
  tested::future<int> abandoned = task.get_future();
  task.reset();
  EXPECT_EQ(std::future_errc::broken_promise,
            FutureErrorOf([&abandoned] { abandoned.get(); }));
  tested::future<int> first = task.get_future();
  task();
  task.reset();
  tested::future<int> second = task.get_future();
  task();
  EXPECT_EQ(1, first.get());
  EXPECT_EQ(2, second.get());
}

TEST(PackagedTaskTest, SwapsAndMoves) {
  tested::packaged_task<int()> first([] { return 1; });
  tested::packaged_task<int()> second;
  first.swap(second);
  EXPECT_FALSE(first.valid());
  swap(first, second);
  std::swap(first, second);
  tested::future<int> future = second.get_future();
  first = std::move(second);
  first();
  EXPECT_EQ(1, future.get());
}

TEST(PackagedTaskTest, MakesReadyAtThreadExit) {
  tested::packaged_task<int()> task([] { return 9; });
  tested::promise<void> go;
  tested::future<int> future = task.get_future();
  tested::thread thread([&] {
    task.make_ready_at_thread_exit();
    go.get_future().wait();
  });
  EXPECT_EQ(std::future_status::timeout, future.wait_for(kShort));
  go.set_value();
  EXPECT_EQ(9, future.get());
  thread.join();
}

#if __cplusplus < 201703L
TEST(PackagedTaskTest, TakesAnAllocator) {
  tested::packaged_task<int()> task(std::allocator_arg, std::allocator<char>(),
                                    [] { return 2; });
  tested::future<int> future = task.get_future();
  task();
  EXPECT_EQ(2, future.get());
}
#else
TEST(PackagedTaskTest, DeducesItsSignature) {
  tested::packaged_task from_function(Add);
  tested::packaged_task from_lambda([](double) noexcept { return 'a'; });
  tested::packaged_task from_mutable([n = 0](int) mutable { return ++n; });
  static_assert(std::is_same_v<decltype(from_function),
                               tested::packaged_task<int(int, int)>>);
  static_assert(std::is_same_v<decltype(from_lambda),
                               tested::packaged_task<char(double)>>);
  static_assert(
      std::is_same_v<decltype(from_mutable), tested::packaged_task<int(int)>>);
}
#endif

TEST(AsyncTest, RunsInAnotherThread) {
  tested::future<tested::thread::id> future = tested::async(
      std::launch::async, [] { return tested::this_thread::get_id(); });
  EXPECT_NE(tested::this_thread::get_id(), future.get());
}

TEST(AsyncTest, RunsWithoutAPolicy) {
  tested::future<int> future = tested::async(Add, 1, 2);
  EXPECT_EQ(3, future.get());
}

struct Adder {
  int base;
  int Add(int more) const { return base + more; }
};

TEST(AsyncTest, DecaysAndForwards) {
  Adder adder = {4};
  EXPECT_EQ(6, tested::async(&Adder::Add, &adder, 2).get());
  EXPECT_EQ(4, tested::async(&Adder::base, &adder).get());
  std::unique_ptr<int> owned(new int(7));
  EXPECT_EQ(7, tested::async(
                   std::launch::async,
                   [](std::unique_ptr<int> number) { return *number; },
                   std::move(owned))
                   .get());
  int object = 1;
  tested::async(
      std::launch::async, [](int& number) { number = 2; }, std::ref(object))
      .get();
  EXPECT_EQ(2, object);
  int& reference = tested::async(std::launch::async, [&object]() -> int& {
                     return object;
                   }).get();
  EXPECT_EQ(&object, &reference);
}

TEST(AsyncTest, PassesExceptions) {
  tested::future<void> future =
      tested::async(std::launch::async, [] { throw std::out_of_range("far"); });
  EXPECT_THROW(future.get(), std::out_of_range);
}

TEST(AsyncTest, TheLastFutureWaitsForTheThread) {
  bool ran = false;
  {
    tested::future<void> future = tested::async(std::launch::async, [&ran] {
      tested::this_thread::sleep_for(std::chrono::milliseconds(2));
      ran = true;
    });
  }
  EXPECT_TRUE(ran);
}

TEST(AsyncTest, ADroppedFutureWaitsAtOnce) {
  bool ran = false;
  static_cast<void>(tested::async(std::launch::async, [&ran] { ran = true; }));
  EXPECT_TRUE(ran);
}

TEST(AsyncTest, DeferredRunsInTheThreadThatWaits) {
  tested::thread::id runner;
  tested::future<int> future = tested::async(std::launch::deferred, [&runner] {
    runner = tested::this_thread::get_id();
    return 1;
  });
  EXPECT_EQ(std::future_status::deferred, future.wait_for(kLong));
  EXPECT_EQ(std::future_status::deferred,
            future.wait_until(tested::chrono::steady_clock::now()));
  EXPECT_EQ(tested::thread::id(), runner);
  future.wait();
  EXPECT_EQ(tested::this_thread::get_id(), runner);
  EXPECT_EQ(std::future_status::ready, future.wait_for(kLong));
  EXPECT_EQ(1, future.get());
}

TEST(AsyncTest, DeferredNeverRunsWhenNobodyWaits) {
  bool ran = false;
  {
    tested::future<void> future =
        tested::async(std::launch::deferred, [&ran] { ran = true; });
  }
  EXPECT_FALSE(ran);
}

TEST(AsyncTest, DeferredPassesExceptionsToEveryReader) {
  int runs = 0;
  tested::shared_future<void> shared =
      tested::async(std::launch::deferred, [&runs] {
        ++runs;
        throw 2;
      }).share();
  EXPECT_THROW(shared.get(), int);
  EXPECT_THROW(shared.get(), int);
  EXPECT_EQ(1, runs);
}

}  // namespace
