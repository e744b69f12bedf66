#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "test/shims/conformance/tested.h"

// A clock that the standard library knows nothing of, at half speed.
struct SlowClock {
  using rep = std::int64_t;
  using period = std::milli;
  using duration = std::chrono::duration<rep, period>;
  using time_point = std::chrono::time_point<SlowClock>;
  static constexpr bool is_steady = false;
  static time_point now() {
    return time_point(
        std::chrono::duration_cast<duration>(
            tested::chrono::steady_clock::now().time_since_epoch()) /
        2);
  }
};

namespace {

using tested_support::SystemErrorOf;

static_assert(!std::is_copy_constructible<tested::thread>::value, "");
static_assert(!std::is_copy_assignable<tested::thread>::value, "");
static_assert(std::is_nothrow_default_constructible<tested::thread>::value, "");
static_assert(std::is_nothrow_move_constructible<tested::thread>::value, "");
static_assert(std::is_nothrow_move_assignable<tested::thread>::value, "");
static_assert(std::is_standard_layout<tested::thread>::value, "");
static_assert(sizeof(tested::thread) == sizeof(std::thread), "");
static_assert(!std::is_convertible<void (*)(), tested::thread>::value, "");
static_assert(std::is_same<tested::thread::native_handle_type,
                           std::thread::native_handle_type>::value,
              "");
static_assert(std::is_trivially_copyable<tested::thread::id>::value, "");
static_assert(std::is_nothrow_default_constructible<tested::thread::id>::value,
              "");
static_assert(noexcept(std::declval<const tested::thread&>().joinable()), "");
static_assert(noexcept(std::declval<const tested::thread&>().get_id()), "");
static_assert(noexcept(tested::this_thread::get_id()), "");
static_assert(noexcept(tested::thread::hardware_concurrency()), "");

TEST(ThreadTest, DefaultConstructedIsNotJoinable) {
  tested::thread thread;
  EXPECT_FALSE(thread.joinable());
  EXPECT_EQ(tested::thread::id(), thread.get_id());
}

TEST(ThreadTest, RunsItsFunctionWithTheArguments) {
  int sum = 0;
  tested::thread thread([](int a, int b, int* out) { *out = a + b; }, 2, 3,
                        &sum);
  EXPECT_TRUE(thread.joinable());
  thread.join();
  EXPECT_FALSE(thread.joinable());
  EXPECT_EQ(5, sum);
}

struct Counter {
  int value = 0;
  void Add(int more) { value += more; }
};

TEST(ThreadTest, CallsMemberFunctions) {
  Counter counter;
  tested::thread by_pointer(&Counter::Add, &counter, 2);
  by_pointer.join();
  tested::thread by_reference(&Counter::Add, std::ref(counter), 3);
  by_reference.join();
  const auto shared = std::make_shared<Counter>();
  tested::thread by_smart_pointer(&Counter::Add, shared, 4);
  by_smart_pointer.join();
  EXPECT_EQ(5, counter.value);
  EXPECT_EQ(4, shared->value);
}

TEST(ThreadTest, TakesMoveOnlyArguments) {
  int seen = 0;
  std::unique_ptr<int> value(new int(7));
  tested::thread thread([&seen](std::unique_ptr<int> owned) { seen = *owned; },
                        std::move(value));
  thread.join();
  EXPECT_EQ(7, seen);
}

struct NotesCopier {
  tested::thread::id* copier;
  explicit NotesCopier(tested::thread::id* id) : copier(id) {}
  NotesCopier(const NotesCopier& other) : copier(other.copier) {
    *copier = tested::this_thread::get_id();
  }
  void operator()() {}
};

TEST(ThreadTest, CopiesItsArgumentsInTheCallingThread) {
  tested::thread::id copier;
  const NotesCopier function(&copier);
  tested::thread thread(function);
  thread.join();
  EXPECT_EQ(tested::this_thread::get_id(), copier);
}

TEST(ThreadTest, DecaysArrays) {
  std::string seen;
  char text[] = "before";
  tested::thread thread([&seen](std::string copy) { seen = copy; },
                        std::string(text));
  thread.join();
  EXPECT_EQ("before", seen);
}

TEST(ThreadTest, JoinWithoutThreadIsInvalidArgument) {
  tested::thread thread;
  EXPECT_EQ(std::errc::invalid_argument,
            SystemErrorOf([&thread] { thread.join(); }));
  EXPECT_EQ(std::errc::invalid_argument,
            SystemErrorOf([&thread] { thread.detach(); }));
}

TEST(ThreadTest, JoiningItselfIsADeadlock) {
  std::error_code error;
  tested::mutex mutex;
  mutex.lock();
  tested::thread thread;
  thread = tested::thread([&] {
    std::lock_guard<tested::mutex> lock(mutex);  // Until `thread` is set.
    error = SystemErrorOf([&thread] { thread.join(); });
  });
  mutex.unlock();
  thread.join();
  EXPECT_EQ(std::errc::resource_deadlock_would_occur, error);
}

TEST(ThreadTest, MovesAndSwaps) {
  tested::thread first([] {});
  const tested::thread::id id = first.get_id();
  tested::thread second(std::move(first));
  EXPECT_FALSE(first.joinable());
  EXPECT_EQ(id, second.get_id());
  tested::thread third;
  third = std::move(second);
  EXPECT_EQ(id, third.get_id());
  swap(third, second);
  EXPECT_EQ(id, second.get_id());
  std::swap(third, second);
  EXPECT_EQ(id, third.get_id());
  third.join();
}

TEST(ThreadTest, DetachedThreadRuns) {
  tested::promise<void> done;
  tested::thread thread([&done] { done.set_value_at_thread_exit(); });
  thread.detach();
  EXPECT_FALSE(thread.joinable());
  done.get_future().wait();
}

TEST(ThreadTest, IdsAreDistinctOrderedAndHashed) {
  tested::thread::id inner;
  tested::thread thread([&inner] { inner = tested::this_thread::get_id(); });
  const tested::thread::id outer = thread.get_id();
  thread.join();
  EXPECT_EQ(inner, outer);
  const tested::thread::id self = tested::this_thread::get_id();
  EXPECT_TRUE(self != outer);
  EXPECT_TRUE((self < outer) != (self > outer));
  EXPECT_TRUE(self <= self && self >= self);
  EXPECT_NE(tested::thread::id(), self);
  std::unordered_set<tested::thread::id> ids = {self, outer, inner};
  EXPECT_EQ(2u, ids.size());
}

TEST(ThreadTest, IdsPrint) {
  std::ostringstream self, none;
  self << tested::this_thread::get_id();
  none << tested::thread::id();
  EXPECT_FALSE(self.str().empty());
  EXPECT_NE(self.str(), none.str());
  std::wostringstream wide;
  wide << tested::this_thread::get_id();
  EXPECT_FALSE(wide.str().empty());
}

#if __cplusplus >= 202002L
TEST(ThreadTest, IdsCompareThreeWay) {
  static_assert(
      std::is_same_v<std::strong_ordering,
                     decltype(tested::thread::id() <=> tested::thread::id())>);
  EXPECT_TRUE((tested::thread::id() <=> tested::thread::id()) == 0);
}
#endif

TEST(ThreadTest, HasHardwareConcurrency) {
  EXPECT_LE(1u, tested::thread::hardware_concurrency());
}

TEST(ThreadTest, SleepsAtLeastAsLongAsAsked) {
  using Clock = tested::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  tested::this_thread::sleep_for(std::chrono::microseconds(200));
  EXPECT_LE(std::chrono::microseconds(200), Clock::now() - start);
  const Clock::time_point end = Clock::now() + std::chrono::microseconds(200);
  tested::this_thread::sleep_until(end);
  EXPECT_LE(end, Clock::now());
  const auto system_end =
      tested::chrono::system_clock::now() + std::chrono::milliseconds(1);
  tested::this_thread::sleep_until(system_end);
  EXPECT_LE(system_end, tested::chrono::system_clock::now());
}

TEST(ThreadTest, SleepOfNoTimeReturns) {
  tested::this_thread::sleep_for(std::chrono::seconds(-1));
  tested::this_thread::sleep_for(std::chrono::duration<double>(0.0));
  tested::this_thread::sleep_until(tested::chrono::steady_clock::time_point());
  tested::this_thread::yield();
}

TEST(ThreadTest, SleepUntilAsksTheUsersClock) {
  const SlowClock::time_point end = SlowClock::now() + SlowClock::duration(3);
  tested::this_thread::sleep_until(end);
  EXPECT_LE(end, SlowClock::now());
}

TEST(ThreadTest, ThreadsLiveInContainers) {
  tested::atomic<int> count(0);
  std::vector<tested::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&count] { ++count; });
  threads.push_back(tested::thread([&count] { ++count; }));
  for (tested::thread& thread : threads) thread.join();
  EXPECT_EQ(5, count.load());
}

TEST(ThreadDeathTest, DestroyingAJoinableThreadEndsTheProgram) {
  EXPECT_DEATH({ tested::thread thread([] {}); }, "");
}

TEST(ThreadDeathTest, AssigningToAJoinableThreadEndsTheProgram) {
  EXPECT_DEATH(
      {
        tested::thread thread([] {});
        thread = tested::thread();
      },
      "");
}

TEST(ThreadDeathTest, AnEscapingExceptionTerminates) {
  EXPECT_DEATH(
      {
        tested::thread thread([] { throw 1; });
        thread.join();
      },
      "terminat");
}

}  // namespace
