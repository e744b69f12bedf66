#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "test/shims/conformance/tested.h"

namespace {

using tested_support::kLong;

template <typename T>
constexpr bool HasStdLayout() {
  return sizeof(tested::atomic<T>) == sizeof(std::atomic<T>) &&
         alignof(tested::atomic<T>) == alignof(std::atomic<T>) &&
         std::is_standard_layout<tested::atomic<T>>::value &&
         std::is_trivially_destructible<tested::atomic<T>>::value &&
         std::is_nothrow_default_constructible<tested::atomic<T>>::value &&
         std::is_nothrow_constructible<tested::atomic<T>, T>::value &&
         !std::is_copy_constructible<tested::atomic<T>>::value &&
         !std::is_copy_assignable<tested::atomic<T>>::value &&
         std::is_convertible<const tested::atomic<T>&, T>::value;
}
struct Pair {
  int first, second;
};
struct Large {
  int numbers[8];
};
enum class Colour : unsigned char { kRed, kGreen };
static_assert(HasStdLayout<bool>(), "");
static_assert(HasStdLayout<char>(), "");
static_assert(HasStdLayout<int>(), "");
static_assert(HasStdLayout<std::uint64_t>(), "");
static_assert(HasStdLayout<int*>(), "");
static_assert(HasStdLayout<void*>(), "");
static_assert(HasStdLayout<double>(), "");
static_assert(HasStdLayout<Colour>(), "");
static_assert(HasStdLayout<Pair>(), "");
static_assert(HasStdLayout<Large>(), "");
static_assert(sizeof(tested::atomic_flag) == sizeof(std::atomic_flag), "");
static_assert(!std::is_copy_constructible<tested::atomic_flag>::value, "");
#if __cplusplus >= 201703L
static_assert(tested::atomic<int>::is_always_lock_free);
#if __cpp_lib_atomic_lock_free_type_aliases
static_assert(tested::atomic_signed_lock_free::is_always_lock_free);
static_assert(
    std::is_unsigned_v<tested::atomic_unsigned_lock_free::value_type>);
#endif
static_assert(tested::atomic<Large>::is_always_lock_free ==
              std::atomic<Large>::is_always_lock_free);
static_assert(std::is_same_v<int, tested::atomic<int>::value_type>);
static_assert(std::is_same_v<int, tested::atomic<int>::difference_type>);
static_assert(
    std::is_same_v<std::ptrdiff_t, tested::atomic<int*>::difference_type>);
#endif
static_assert(std::is_same<tested::atomic_int, tested::atomic<int>>::value, "");
static_assert(std::is_same<tested::atomic_uint_fast16_t,
                           tested::atomic<std::uint_fast16_t>>::value,
              "");
static_assert(std::is_same<tested::atomic_bool, tested::atomic<bool>>::value,
              "");

// What each kind of type can do, and what it cannot.
template <typename T, typename = void>
struct CanAdd : std::false_type {};
template <typename T>
struct CanAdd<T, decltype(static_cast<void>(std::declval<T&>() += 1))>
    : std::true_type {};
template <typename T, typename = void>
struct CanIncrement : std::false_type {};
template <typename T>
struct CanIncrement<T, decltype(static_cast<void>(++std::declval<T&>()))>
    : std::true_type {};
template <typename T, typename = void>
struct CanXor : std::false_type {};
template <typename T>
struct CanXor<T, decltype(static_cast<void>(std::declval<T&>() ^= 1))>
    : std::true_type {};
static_assert(CanXor<tested::atomic<int>>::value, "");
static_assert(CanAdd<tested::atomic<char>>::value, "");
static_assert(CanAdd<tested::atomic<int*>>::value, "");
static_assert(CanIncrement<tested::atomic<int*>>::value, "");
static_assert(!CanXor<tested::atomic<int*>>::value, "");
static_assert(!CanAdd<tested::atomic<bool>>::value, "");
static_assert(!CanAdd<tested::atomic<Pair>>::value, "");
static_assert(!CanAdd<tested::atomic<Colour>>::value, "");
static_assert(CanAdd<tested::atomic<double>>::value == (__cplusplus >= 202002L),
              "");
static_assert(!CanIncrement<tested::atomic<double>>::value, "");

// Constant-initialised, in each of the spellings.
tested::atomic<int> global_number(7);
tested::atomic<int> global_braced{8};
tested::atomic<int> global_macro = ATOMIC_VAR_INIT(9);
tested::atomic_flag global_flag = ATOMIC_FLAG_INIT;
constexpr Pair kPair = {1, 2};
tested::atomic<Pair> global_pair(kPair);
#if __cplusplus >= 202002L
constinit tested::atomic<void*> constant_pointer(nullptr);
constinit tested::atomic<int> constant_default;
constinit tested::atomic_flag constant_flag;
#endif

TEST(AtomicTest, GlobalsAreConstantInitialised) {
  EXPECT_EQ(7, global_number.load());
  EXPECT_EQ(8, global_braced.load());
  EXPECT_EQ(9, global_macro.load());
  EXPECT_FALSE(global_flag.test_and_set());
  global_flag.clear();
  EXPECT_EQ(2, global_pair.load().second);
#if __cplusplus >= 202002L
  EXPECT_EQ(nullptr, constant_pointer.load());
  EXPECT_EQ(0, constant_default.load());
  EXPECT_FALSE(constant_flag.test());
#endif
}

TEST(AtomicTest, LoadsStoresAndExchanges) {
  tested::atomic<int> number(1);
  EXPECT_EQ(1, number);
  number = 2;
  EXPECT_EQ(2, number.load(std::memory_order_acquire));
  number.store(3, std::memory_order_release);
  EXPECT_EQ(3, number.exchange(4, std::memory_order_acq_rel));
  EXPECT_EQ(4, number.exchange(5));
  EXPECT_EQ(6, number = 6);
  EXPECT_TRUE(number.is_lock_free());
}

TEST(AtomicTest, WorksOnVolatileObjects) {
  volatile tested::atomic<int> number(1);
  number = 2;
  number.store(number.load() + 1);
  EXPECT_EQ(3, number++);
  EXPECT_EQ(5, ++number);
  EXPECT_EQ(5, number.fetch_sub(1, std::memory_order_relaxed));
  EXPECT_EQ(6, number |= 2);
  int expected = 6;
  EXPECT_TRUE(number.compare_exchange_strong(expected, 7));
  EXPECT_EQ(7, number);
  volatile tested::atomic<Pair> pair(kPair);
  EXPECT_EQ(1, pair.load().first);
  volatile tested::atomic_flag flag = ATOMIC_FLAG_INIT;
  EXPECT_FALSE(flag.test_and_set());
  flag.clear();
}

TEST(AtomicTest, CompareExchangeTellsWhatItSaw) {
  tested::atomic<int> number(1);
  int expected = 2;
  EXPECT_FALSE(number.compare_exchange_strong(expected, 3));
  EXPECT_EQ(1, expected);
  EXPECT_TRUE(number.compare_exchange_strong(
      expected, 3, std::memory_order_acq_rel, std::memory_order_acquire));
  EXPECT_EQ(1, expected);
  EXPECT_EQ(3, number.load());
  expected = 9;
  EXPECT_FALSE(number.compare_exchange_weak(
      expected, 4, std::memory_order_release, std::memory_order_relaxed));
  EXPECT_EQ(3, expected);
  while (!number.compare_exchange_weak(expected, 4)) {
  }
  EXPECT_EQ(4, number.load());
}

TEST(AtomicTest, IntegersCalculate) {
  tested::atomic<unsigned> number(8);
  EXPECT_EQ(8u, number.fetch_add(2));
  EXPECT_EQ(10u, number.fetch_sub(1));
  EXPECT_EQ(9u, number.fetch_and(0xd));
  EXPECT_EQ(9u, number.fetch_or(2));
  EXPECT_EQ(11u, number.fetch_xor(1));
  EXPECT_EQ(10u, number++);
  EXPECT_EQ(11u, number--);
  EXPECT_EQ(11u, ++number);
  EXPECT_EQ(10u, --number);
  EXPECT_EQ(12u, number += 2);
  EXPECT_EQ(8u, number -= 4);
  EXPECT_EQ(9u, number |= 1);
  EXPECT_EQ(8u, number &= 0xe);
  EXPECT_EQ(9u, number ^= 1);
  tested::atomic<signed char> wraps(127);
  EXPECT_EQ(-128, ++wraps);
}

TEST(AtomicTest, PointersStep) {
  int numbers[4] = {0, 1, 2, 3};
  tested::atomic<int*> pointer(numbers);
  EXPECT_EQ(numbers, pointer.fetch_add(2));
  EXPECT_EQ(numbers + 2, pointer.fetch_sub(1));
  EXPECT_EQ(numbers + 1, pointer++);
  EXPECT_EQ(numbers + 3, ++pointer);
  EXPECT_EQ(numbers + 3, pointer--);
  EXPECT_EQ(numbers + 1, --pointer);
  EXPECT_EQ(numbers + 3, pointer += 2);
  EXPECT_EQ(numbers, pointer -= 3);
  int* expected = numbers;
  EXPECT_TRUE(pointer.compare_exchange_strong(expected, nullptr));
  EXPECT_EQ(nullptr, pointer.load());
  pointer = numbers;
  EXPECT_EQ(0, *pointer);
}

TEST(AtomicTest, HoldsUserTypes) {
  tested::atomic<Pair> pair(Pair{1, 2});
  Pair expected = pair.load();
  EXPECT_TRUE(pair.compare_exchange_strong(expected, Pair{3, 4}));
  EXPECT_EQ(4, pair.exchange(Pair{5, 6}).second);
  tested::atomic<Colour> colour(Colour::kRed);
  colour = Colour::kGreen;
  EXPECT_EQ(Colour::kGreen, colour);
  tested::atomic<Large> large(Large{{1, 2, 3, 4, 5, 6, 7, 8}});
  large.store(Large{{9, 8, 7, 6, 5, 4, 3, 2}});
  EXPECT_EQ(2, large.load().numbers[7]);
  EXPECT_EQ(large.is_lock_free(), std::atomic<Large>().is_lock_free());
}

TEST(AtomicTest, FlagsTestAndSet) {
  tested::atomic_flag flag = ATOMIC_FLAG_INIT;
  EXPECT_FALSE(flag.test_and_set(std::memory_order_acquire));
  EXPECT_TRUE(flag.test_and_set());
  flag.clear(std::memory_order_release);
  EXPECT_FALSE(flag.test_and_set());
}

TEST(AtomicTest, ThreadsCountTogether) {
  tested::atomic<long> count(0);
  auto work = [&count] {
    for (int i = 0; i < 500; ++i) {
      ++count;
      long expected = count.load();
      while (!count.compare_exchange_weak(expected, expected + 1)) {
      }
    }
  };
  tested::thread first(work), second(work);
  first.join();
  second.join();
  EXPECT_EQ(2000, count.load());
}

#if __cplusplus >= 201703L
TEST(AtomicTest, DeducesItsType) {
  tested::atomic number = 5L;
  static_assert(std::is_same_v<decltype(number), tested::atomic<long>>);
  EXPECT_EQ(5, number);
}
#endif

#if __cplusplus >= 202002L
TEST(AtomicTest, FloatingPointTypesAdd) {
  tested::atomic<double> number;
  EXPECT_EQ(0.0, number.load());
  EXPECT_EQ(0.0, number.fetch_add(1.5));
  EXPECT_EQ(1.5, number.fetch_sub(1.0));
  EXPECT_EQ(2.5, number += 2);
  EXPECT_EQ(2.0, number -= 0.5);
}

TEST(AtomicTest, WaitReturnsAtOnceOnAnotherValue) {
  tested::atomic<int> number(1);
  number.wait(0);
  tested::atomic_flag flag;
  flag.wait(true);
  EXPECT_FALSE(flag.test());
}

TEST(AtomicTest, NotifyWakesAWaiter) {
  tested::atomic<int> number(0);
  tested::atomic<Pair> pair(Pair{0, 0});
  tested::atomic_flag flag;
  tested::thread one([&number] { number.wait(0); });
  tested::thread two([&pair] { pair.wait(Pair{0, 0}); });
  tested::thread three([&flag] { flag.wait(false); });
  number = 1;
  number.notify_one();
  pair = Pair{0, 1};
  pair.notify_all();
  flag.test_and_set();
  flag.notify_one();
  one.join();
  two.join();
  three.join();
  EXPECT_TRUE(flag.test());
}

TEST(AtomicTest, ANotificationWithoutChangeKeepsWaiting) {
  tested::atomic<int> number(0);
  tested::atomic<bool> woken(false);
  tested::thread waiter([&] {
    number.wait(0);
    woken = true;
  });
  tested::this_thread::sleep_for(std::chrono::milliseconds(1));
  number.notify_all();
  tested::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(woken);
  number = 2;
  number.notify_all();
  waiter.join();
  EXPECT_TRUE(woken);
}

TEST(AtomicRefTest, OperatesOnTheObject) {
  int number = 1;
  {
    tested::atomic_ref<int> ref(number);
    EXPECT_EQ(1, ref.load());
    ref = 2;
    EXPECT_EQ(2, ref++);
    EXPECT_EQ(3, ref.fetch_or(4));
    EXPECT_EQ(8, ref += 1);
    int expected = 8;
    EXPECT_TRUE(ref.compare_exchange_strong(expected, 9));
    const tested::atomic_ref<int> copy(ref);
    EXPECT_EQ(9, copy.exchange(10));
    EXPECT_TRUE(copy.is_lock_free());
  }
  EXPECT_EQ(10, number);
  static_assert(tested::atomic_ref<int>::is_always_lock_free);
  static_assert(tested::atomic_ref<int>::required_alignment == alignof(int));
  static_assert(!std::is_copy_assignable_v<tested::atomic_ref<int>>);
  static_assert(std::is_same_v<int, tested::atomic_ref<int>::difference_type>);
}

TEST(AtomicRefTest, SuitsPointersFloatsAndUserTypes) {
  int numbers[2] = {1, 2};
  int* pointer = numbers;
  EXPECT_EQ(numbers + 1, ++tested::atomic_ref<int*>(pointer));
  double real = 1.0;
  EXPECT_EQ(1.0, tested::atomic_ref(real).fetch_add(0.5));
  EXPECT_EQ(1.5, real);
  Pair pair = {1, 2};
  tested::atomic_ref<Pair> ref(pair);
  ref.store(Pair{3, 4});
  EXPECT_EQ(3, pair.first);
}

TEST(AtomicRefTest, WaitsForAChange) {
  int number = 0;
  tested::thread waiter([&number] { tested::atomic_ref(number).wait(0); });
  tested::atomic_ref ref(number);
  ref = 1;
  ref.notify_all();
  waiter.join();
  EXPECT_EQ(1, ref.load());
}
#endif

}  // namespace
