#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
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

template <typename T>
constexpr bool IsMoveOnly() {
  return !std::is_copy_constructible<T>::value &&
         !std::is_copy_assignable<T>::value &&
         std::is_nothrow_move_constructible<T>::value &&
         std::is_nothrow_move_assignable<T>::value;
}
static_assert(IsMoveOnly<tested::future<int>>(), "");
static_assert(IsMoveOnly<tested::future<int&>>(), "");
static_assert(IsMoveOnly<tested::future<void>>(), "");
static_assert(IsMoveOnly<tested::promise<int>>(), "");
static_assert(IsMoveOnly<tested::promise<void>>(), "");
static_assert(std::is_copy_constructible<tested::shared_future<int>>::value,
              "");
static_assert(
    std::is_nothrow_move_constructible<tested::shared_future<int>>::value, "");
static_assert(std::is_nothrow_default_constructible<tested::future<int>>::value,
              "");
static_assert(std::is_same<int, decltype(tested::future<int>().get())>::value,
              "");
static_assert(std::is_same<int&, decltype(tested::future<int&>().get())>::value,
              "");
static_assert(std::is_same<const int&,
                           decltype(tested::shared_future<int>().get())>::value,
              "");
static_assert(
    std::is_same<int&, decltype(tested::shared_future<int&>().get())>::value,
    "");
static_assert(std::is_same<void, decltype(tested::future<void>().get())>::value,
              "");
static_assert(
    std::is_convertible<tested::future<int>, tested::shared_future<int>>::value,
    "");
static_assert(
    std::uses_allocator<tested::promise<int>, std::allocator<int>>::value, "");

TEST(PromiseTest, ItsFutureGetsTheValue) {
  tested::promise<std::string> promise;
  tested::future<std::string> future = promise.get_future();
  EXPECT_TRUE(future.valid());
  EXPECT_EQ(std::future_status::timeout,
            future.wait_for(std::chrono::seconds(0)));
  promise.set_value("value");
  EXPECT_EQ(std::future_status::ready,
            future.wait_for(std::chrono::seconds(0)));
  EXPECT_EQ("value", future.get());
  EXPECT_FALSE(future.valid());
}

TEST(PromiseTest, WakesAWaitingThread) {
  tested::promise<int> promise;
  tested::future<int> future = promise.get_future();
  tested::thread provider([&promise] { promise.set_value(4); });
  EXPECT_EQ(std::future_status::ready, future.wait_for(kLong));
  EXPECT_EQ(std::future_status::ready,
            future.wait_until(tested::chrono::system_clock::now()));
  future.wait();
  EXPECT_EQ(4, future.get());
  provider.join();
}

TEST(PromiseTest, TimedWaitsEnd) {
  tested::promise<void> promise;
  tested::future<void> future = promise.get_future();
  EXPECT_EQ(std::future_status::timeout, future.wait_for(kShort));
  EXPECT_EQ(std::future_status::timeout,
            future.wait_until(tested::chrono::steady_clock::now() + kShort));
  EXPECT_EQ(std::future_status::timeout,
            future.wait_until(tested::chrono::system_clock::now() + kShort));
}

TEST(PromiseTest, PassesReferencesAndVoid) {
  int object = 1;
  tested::promise<int&> reference;
  tested::future<int&> reference_future = reference.get_future();
  reference.set_value(object);
  EXPECT_EQ(&object, &reference_future.get());
  tested::promise<void> nothing;
  tested::future<void> nothing_future = nothing.get_future();
  nothing.set_value();
  nothing_future.get();
  EXPECT_FALSE(nothing_future.valid());
}

TEST(PromiseTest, PassesMoveOnlyValues) {
  tested::promise<std::unique_ptr<int>> promise;
  tested::future<std::unique_ptr<int>> future = promise.get_future();
  promise.set_value(std::unique_ptr<int>(new int(3)));
  EXPECT_EQ(3, *future.get());
}

struct NoDefault {
  explicit NoDefault(int number) : value(number) {}
  int value;
};

TEST(PromiseTest, NeedsNoDefaultConstructor) {
  tested::promise<NoDefault> promise;
  promise.set_value(NoDefault(2));
  EXPECT_EQ(2, promise.get_future().get().value);
}

TEST(PromiseTest, PassesExceptions) {
  tested::promise<int> promise;
  tested::future<int> future = promise.get_future();
  promise.set_exception(std::make_exception_ptr(std::runtime_error("bad")));
  EXPECT_THROW(future.get(), std::runtime_error);
  EXPECT_FALSE(future.valid());
}

TEST(PromiseTest, DestroyedUnsatisfiedIsBroken) {
  tested::future<int> future;
  {
    tested::promise<int> promise;
    future = promise.get_future();
  }
  EXPECT_EQ(std::future_errc::broken_promise,
            FutureErrorOf([&future] { future.get(); }));
}

TEST(PromiseTest, ReplacedUnsatisfiedIsBroken) {
  tested::promise<int> promise;
  tested::future<int> future = promise.get_future();
  promise = tested::promise<int>();
  EXPECT_EQ(std::future_errc::broken_promise,
            FutureErrorOf([&future] { future.get(); }));
  promise.set_value(1);
}

TEST(PromiseTest, DestroyedSatisfiedKeepsTheValue) {
  tested::future<int> future;
  {
    tested::promise<int> promise;
    future = promise.get_future();
    promise.set_value(8);
  }
  EXPECT_EQ(8, future.get());
}

TEST(PromiseTest, ErrorsCarryTheirCodes) {
  tested::promise<int> promise;
  tested::future<int> future = promise.get_future();
  EXPECT_EQ(std::future_errc::future_already_retrieved,
            FutureErrorOf([&promise] { promise.get_future(); }));
  promise.set_value(1);
  EXPECT_EQ(std::future_errc::promise_already_satisfied,
            FutureErrorOf([&promise] { promise.set_value(2); }));
  EXPECT_EQ(std::future_errc::promise_already_satisfied,
            FutureErrorOf([&promise] {
              promise.set_exception(std::make_exception_ptr(1));
            }));
  tested::promise<int> moved(std::move(promise));
  EXPECT_EQ(std::future_errc::no_state,
            FutureErrorOf([&promise] { promise.set_value(2); }));
  EXPECT_EQ(std::future_errc::no_state,
            FutureErrorOf([&promise] { promise.get_future(); }));
#ifndef _LIBCPP_VERSION  // There it is a precondition that nobody checks.
  tested::future<int> none;
  EXPECT_EQ(std::future_errc::no_state, FutureErrorOf([&none] { none.get(); }));
  EXPECT_EQ(std::future_errc::no_state,
            FutureErrorOf([&none] { none.wait(); }));
  EXPECT_EQ(std::future_errc::no_state,
            FutureErrorOf([&none] { none.wait_for(kShort); }));
#endif
}

struct ThrowsWhenCopied {
  explicit ThrowsWhenCopied(bool throws) : throws_(throws) {}
  ThrowsWhenCopied(const ThrowsWhenCopied& other) : throws_(other.throws_) {
    if (throws_) throw 1;
  }
  bool throws_;
};

TEST(PromiseTest, CanBeSetAgainAfterACopyThrew) {
  tested::promise<ThrowsWhenCopied> promise;
  tested::future<ThrowsWhenCopied> future = promise.get_future();
  const ThrowsWhenCopied bad(true), good(false);
  EXPECT_THROW(promise.set_value(bad), int);
  promise.set_value(good);
  EXPECT_FALSE(future.get().throws_);
}

TEST(PromiseTest, SwapsAndTakesAllocators) {
  tested::promise<int> first(std::allocator_arg, std::allocator<int>());
  tested::promise<int> second;
  tested::future<int> future = first.get_future();
  first.swap(second);
  swap(first, second);
  std::swap(first, second);
  second.set_value(5);
  EXPECT_EQ(5, future.get());
}

bool destroyed_at_exit = false;
struct NotesDestruction {
  ~NotesDestruction() { destroyed_at_exit = true; }
  int touched = 0;
};
thread_local NotesDestruction notes_destruction;

TEST(PromiseTest, SetValueAtThreadExitIsReadyAfterTheThread) {
  tested::promise<int> promise;
  tested::promise<void> go;
  tested::future<int> future = promise.get_future();
  destroyed_at_exit = false;
  tested::thread thread([&] {
    notes_destruction.touched = 1;
    promise.set_value_at_thread_exit(6);
    EXPECT_EQ(std::future_errc::promise_already_satisfied,
              FutureErrorOf([&promise] { promise.set_value(7); }));
    go.get_future().wait();
  });
  EXPECT_EQ(std::future_status::timeout, future.wait_for(kShort));
  go.set_value();
  EXPECT_EQ(6, future.get());
  EXPECT_TRUE(destroyed_at_exit);
  thread.join();
}

TEST(PromiseTest, SetExceptionAtThreadExitIsReadyAfterTheThread) {
  tested::promise<void> promise;
  tested::future<void> future = promise.get_future();
  tested::thread thread([&promise] {
    promise.set_exception_at_thread_exit(std::make_exception_ptr(3));
  });
  EXPECT_THROW(future.get(), int);
  thread.join();
}

TEST(SharedFutureTest, ManyThreadsGetTheValue) {
  tested::promise<std::string> promise;
  tested::shared_future<std::string> shared = promise.get_future().share();
  tested::atomic<int> equal(0);
  auto read = [shared, &equal] {
    if (shared.get() == "all") ++equal;
  };
  tested::thread first(read), second(read);
  promise.set_value("all");
  first.join();
  second.join();
  EXPECT_EQ(2, equal.load());
  EXPECT_EQ("all", shared.get());
  EXPECT_TRUE(shared.valid());
  const tested::shared_future<std::string> copy = shared;
  EXPECT_EQ(&copy.get(), &shared.get());
}

TEST(SharedFutureTest, ThrowsForEveryReader) {
  tested::promise<int> promise;
  tested::shared_future<int> shared(promise.get_future());
  promise.set_exception(std::make_exception_ptr(1));
  EXPECT_THROW(shared.get(), int);
  EXPECT_THROW(shared.get(), int);
#ifndef _LIBCPP_VERSION
  tested::shared_future<int> none;
  EXPECT_EQ(std::future_errc::no_state, FutureErrorOf([&none] { none.get(); }));
#endif
}

TEST(SharedFutureTest, SharesReferencesAndVoid) {
  int object = 0;
  tested::promise<int&> promise;
  tested::shared_future<int&> shared = promise.get_future();
  promise.set_value(object);
  EXPECT_EQ(&object, &shared.get());
  tested::promise<void> nothing;
  const tested::shared_future<void> done = nothing.get_future().share();
  nothing.set_value();
  done.get();
  EXPECT_TRUE(done.valid());
}

}  // namespace
