// The atomic builtins in C++, and in C through atomics_c.c.
#include <cstdint>
#include <type_traits>

#include "gtest/gtest.h"
#include "test/shims/conformance/atomics_c.h"
#include "test/shims/conformance/tested_posix.h"

namespace {

TEST(AtomicBuiltinsInCTest, Stdatomic) {
  EXPECT_EQ(0, CheckStdatomic());
  EXPECT_EQ(0, CheckStdatomicPointersAndStructs());
  EXPECT_EQ(0, CheckC11Builtins());
  EXPECT_EQ(0, CheckAtomicFlag());
  EXPECT_EQ(2000, CountWithStdatomic(1000));
}

TEST(AtomicBuiltinsInCTest, Builtins) {
  EXPECT_EQ(0, CheckGnuBuiltinsInC());
  EXPECT_EQ(0, CheckSyncBuiltinsInC());
}

template <typename T>
class IntegerBuiltinsTest : public testing::Test {};
using Integers =
    testing::Types<std::int8_t, std::uint16_t, int, unsigned long long>;
TYPED_TEST_SUITE(IntegerBuiltinsTest, Integers);

TYPED_TEST(IntegerBuiltinsTest, Gnu) {
  TypeParam number = 1, result = 0, value = 3, expected = 9;
  EXPECT_EQ(1, TESTED(__atomic_load_n)(&number, __ATOMIC_SEQ_CST));
  TESTED(__atomic_store_n)(&number, 2, __ATOMIC_RELEASE);
  EXPECT_EQ(2, TESTED(__atomic_exchange_n)(&number, 3, __ATOMIC_ACQ_REL));
  EXPECT_EQ(3, TESTED(__atomic_fetch_add)(&number, 2, __ATOMIC_RELAXED));
  EXPECT_EQ(4, TESTED(__atomic_sub_fetch)(&number, 1, __ATOMIC_RELAXED));
  EXPECT_EQ(4, TESTED(__atomic_fetch_or)(&number, 3, __ATOMIC_SEQ_CST));
  EXPECT_EQ(5, TESTED(__atomic_and_fetch)(&number, 5, __ATOMIC_SEQ_CST));
  EXPECT_EQ(5, TESTED(__atomic_fetch_xor)(&number, 4, __ATOMIC_SEQ_CST));
  EXPECT_EQ(TypeParam(~1),
            TESTED(__atomic_nand_fetch)(&number, 1, __ATOMIC_SEQ_CST));
  TESTED(__atomic_store)(&number, &value, __ATOMIC_SEQ_CST);
  TESTED(__atomic_load)(&number, &result, __ATOMIC_SEQ_CST);
  EXPECT_EQ(3, result);
  value = 4;
  TESTED(__atomic_exchange)(&number, &value, &result, __ATOMIC_SEQ_CST);
  EXPECT_EQ(4, number);
  EXPECT_FALSE(TESTED(__atomic_compare_exchange_n)(
      &number, &expected, 5, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  EXPECT_EQ(4, expected);
  while (!TESTED(__atomic_compare_exchange_n)(
      &number, &expected, 5, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    EXPECT_EQ(4, expected);
  }
  expected = 5;
  EXPECT_TRUE(TESTED(__atomic_compare_exchange)(
      &number, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  EXPECT_EQ(4, TESTED(__atomic_load_n)(&number, __ATOMIC_CONSUME));
}

TYPED_TEST(IntegerBuiltinsTest, Sync) {
  TypeParam number = 1;
  EXPECT_EQ(1, TESTED(__sync_fetch_and_add)(&number, 2));
  EXPECT_EQ(2, TESTED(__sync_sub_and_fetch)(&number, 1, &number));
  EXPECT_EQ(2, TESTED(__sync_fetch_and_or)(&number, 5));
  EXPECT_EQ(TypeParam(~2),
            TESTED(__sync_xor_and_fetch)(&number, TypeParam(~5)));
  EXPECT_EQ(TypeParam(~2),
            TESTED(__sync_val_compare_and_swap)(&number, TypeParam(~2), 6));
  EXPECT_TRUE(TESTED(__sync_bool_compare_and_swap)(&number, 6, 7));
  EXPECT_EQ(7, TESTED(__sync_lock_test_and_set)(&number, 8));
  EXPECT_EQ(8, TESTED(__sync_swap)(&number, 9));
  TESTED(__sync_lock_release)(&number);
  TESTED(__sync_synchronize)();
  EXPECT_EQ(0, number);
}

static_assert(std::is_same<decltype(TESTED(__atomic_load_n)(
                               static_cast<const volatile short*>(nullptr), 0)),
                           short>::value,
              "the object's type without its qualifiers");

// The commas of template arguments are no commas of a macro.
template <typename A, typename B>
struct Shared {
  static A first;
  static B* second;
};
template <typename A, typename B>
A Shared<A, B>::first = 1;
template <typename A, typename B>
B* Shared<A, B>::second = nullptr;

TEST(AtomicBuiltinsTest, TakeTemplatesWithArguments) {
  EXPECT_EQ(
      1, TESTED(__atomic_load_n)(&Shared<int, long>::first, __ATOMIC_SEQ_CST));
  long number = 0;
  TESTED(__atomic_store_n)
  (&Shared<int, long>::second, &number, __ATOMIC_SEQ_CST);
  long* expected = &number;
  EXPECT_TRUE(TESTED(__atomic_compare_exchange_n)(
      &Shared<int, long>::second, &expected, nullptr, false, __ATOMIC_SEQ_CST,
      __ATOMIC_SEQ_CST));
  EXPECT_TRUE(TESTED(__sync_bool_compare_and_swap)(&Shared<int, long>::second,
                                                   nullptr, &number));
}

// Used in a template, where the type is not known yet.
template <typename T>
T Increment(T* object) {
  TESTED(__sync_synchronize)();
  const int order = sizeof(T) == 4 ? __ATOMIC_SEQ_CST : __ATOMIC_RELAXED;
  return TESTED(__atomic_add_fetch)(object, 1, order) +
         TESTED(__sync_fetch_and_add)(object, 1);
}

TEST(AtomicBuiltinsTest, WorkInTemplates) {
  int number = 0;
  EXPECT_EQ(2, Increment(&number));
  long large = 0;
  EXPECT_EQ(2, Increment(&large));
}

enum class Color : int { kRed, kBlue };

TEST(AtomicBuiltinsTest, WorkOnBoolsEnumeratorsAndStructs) {
  bool flag = false;
  EXPECT_FALSE(TESTED(__atomic_test_and_set)(&flag, __ATOMIC_SEQ_CST));
  EXPECT_TRUE(TESTED(__atomic_load_n)(&flag, __ATOMIC_SEQ_CST));
  TESTED(__atomic_clear)(&flag, __ATOMIC_SEQ_CST);
  EXPECT_FALSE(flag);
  struct Large {
    long numbers[5];
  };
  Large large = {{1, 2, 3, 4, 5}}, copy = {};
  TESTED(__atomic_load)(&large, &copy, __ATOMIC_SEQ_CST);
  EXPECT_EQ(5, copy.numbers[4]);
  copy.numbers[4] = 6;
  TESTED(__atomic_store)(&large, &copy, __ATOMIC_SEQ_CST);
  EXPECT_EQ(6, large.numbers[4]);
  Color color = Color::kRed, blue = Color::kBlue;
  TESTED(__atomic_store)(&color, &blue, __ATOMIC_SEQ_CST);
  EXPECT_EQ(Color::kBlue, color);
  TESTED(__atomic_thread_fence)(__ATOMIC_SEQ_CST);
  TESTED(__atomic_signal_fence)(__ATOMIC_SEQ_CST);
}

}  // namespace
