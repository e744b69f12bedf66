// expect: passed
// trials: 500
//
// Every alias of std::atomic: two threads add to one of each, and none of the
// sums is lost.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

template <typename Atomic>
void AddTwice() {
  Atomic sum{0};
  std::thread one([&sum] { sum.fetch_add(1); });
  std::thread two([&sum] { sum.fetch_add(1); });
  one.join();
  two.join();
  EXPECT_EQ(sum.load(), 2);
}

TEST(AtomicAliases, Characters) {
  AddTwice<std::atomic_char>();
  AddTwice<std::atomic_schar>();
  AddTwice<std::atomic_uchar>();
  AddTwice<std::atomic_char16_t>();
  AddTwice<std::atomic_char32_t>();
  AddTwice<std::atomic_wchar_t>();
#ifdef __cpp_char8_t
  AddTwice<std::atomic_char8_t>();
#endif
}

TEST(AtomicAliases, Integers) {
  AddTwice<std::atomic_short>();
  AddTwice<std::atomic_ushort>();
  AddTwice<std::atomic_int>();
  AddTwice<std::atomic_uint>();
  AddTwice<std::atomic_long>();
  AddTwice<std::atomic_ulong>();
  AddTwice<std::atomic_llong>();
  AddTwice<std::atomic_ullong>();
}

TEST(AtomicAliases, IntegersOfAWidth) {
  AddTwice<std::atomic_int8_t>();
  AddTwice<std::atomic_uint8_t>();
  AddTwice<std::atomic_int16_t>();
  AddTwice<std::atomic_uint16_t>();
  AddTwice<std::atomic_int32_t>();
  AddTwice<std::atomic_uint32_t>();
  AddTwice<std::atomic_int64_t>();
  AddTwice<std::atomic_uint64_t>();
}

TEST(AtomicAliases, IntegersOfAtLeastAWidth) {
  AddTwice<std::atomic_int_least8_t>();
  AddTwice<std::atomic_uint_least8_t>();
  AddTwice<std::atomic_int_least16_t>();
  AddTwice<std::atomic_uint_least16_t>();
  AddTwice<std::atomic_int_least32_t>();
  AddTwice<std::atomic_uint_least32_t>();
  AddTwice<std::atomic_int_least64_t>();
  AddTwice<std::atomic_uint_least64_t>();
}

TEST(AtomicAliases, FastIntegers) {
  AddTwice<std::atomic_int_fast8_t>();
  AddTwice<std::atomic_uint_fast8_t>();
  AddTwice<std::atomic_int_fast16_t>();
  AddTwice<std::atomic_uint_fast16_t>();
  AddTwice<std::atomic_int_fast32_t>();
  AddTwice<std::atomic_uint_fast32_t>();
  AddTwice<std::atomic_int_fast64_t>();
  AddTwice<std::atomic_uint_fast64_t>();
}

TEST(AtomicAliases, IntegersForPointersAndSizes) {
  AddTwice<std::atomic_intptr_t>();
  AddTwice<std::atomic_uintptr_t>();
  AddTwice<std::atomic_size_t>();
  AddTwice<std::atomic_ptrdiff_t>();
  AddTwice<std::atomic_intmax_t>();
  AddTwice<std::atomic_uintmax_t>();
}

}  // namespace
