// The runtime takes the atomic instruction after an announcement for the
// announced one: nothing that is instrumented may stand between the two, and
// an announcement must never be left over.
#include "test/shims/pairing.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "detsim/abi.h"
#include "gtest/gtest.h"

namespace {

bool announced = false;
int announcements = 0;
std::string problem;

void Announce() {
  if (announced) problem += "an announcement was left over; ";
  announced = true;
  ++announcements;
}

// Any instrumented access: of plain memory, or an atomic that nobody announced.
void Access() {
  if (announced) problem += "an access came between; ";
}

void Paired() { announced = false; }

}  // namespace

extern "C" {

void detsim_atomic(int, const volatile void*) noexcept { Announce(); }
int detsim_atomic_weak(const volatile void*) noexcept {
  Announce();
  return 0;
}
int detsim_address_wait(const volatile void*, int (*)(void*), void*,
                        uint64_t) noexcept {
  return 0;
}
void detsim_address_wake(const volatile void*, int) noexcept {}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
#define DETSIM_TEST_ACCESS(size)                        \
  void __tsan_read##size(void*) { Access(); }           \
  void __tsan_write##size(void*) { Access(); }          \
  void __tsan_unaligned_read##size(void*) { Access(); } \
  void __tsan_unaligned_write##size(void*) { Access(); }
DETSIM_TEST_ACCESS(1)
DETSIM_TEST_ACCESS(2)
DETSIM_TEST_ACCESS(4)
DETSIM_TEST_ACCESS(8)
DETSIM_TEST_ACCESS(16)
void __tsan_vptr_read(void*) { Access(); }
void __tsan_vptr_update(void*, void*) { Access(); }
void* __tsan_memcpy(void* to, const void* from, size_t size) {
  Access();
  return std::memcpy(to, from, size);
}
void* __tsan_memset(void* to, int value, size_t size) {
  Access();
  return std::memset(to, value, size);
}
void __tsan_atomic_thread_fence(int) { Paired(); }
void __tsan_atomic_signal_fence(int) { Paired(); }

#define DETSIM_TEST_RMW(bits, type, name, expression)                         \
  type __tsan_atomic##bits##_##name(volatile type* object, type value, int) { \
    Paired();                                                                 \
    const type old = *object;                                                 \
    *object = static_cast<type>(expression);                                  \
    return old;                                                               \
  }
#define DETSIM_TEST_ATOMIC(bits, type)                                       \
  type __tsan_atomic##bits##_load(const volatile type* object, int) {        \
    Paired();                                                                \
    return *object;                                                          \
  }                                                                          \
  void __tsan_atomic##bits##_store(volatile type* object, type value, int) { \
    Paired();                                                                \
    *object = value;                                                         \
  }                                                                          \
  DETSIM_TEST_RMW(bits, type, exchange, value)                               \
  DETSIM_TEST_RMW(bits, type, fetch_add, old + value)                        \
  DETSIM_TEST_RMW(bits, type, fetch_sub, old - value)                        \
  DETSIM_TEST_RMW(bits, type, fetch_or, old | value)                         \
  type __tsan_atomic##bits##_compare_exchange_val(                           \
      volatile type* object, type expected, type value, int, int) {          \
    Paired();                                                                \
    const type old = *object;                                                \
    if (old == expected) *object = value;                                    \
    return old;                                                              \
  }
DETSIM_TEST_ATOMIC(8, uint8_t)
DETSIM_TEST_ATOMIC(32, uint32_t)
DETSIM_TEST_ATOMIC(64, uint64_t)

}  // extern "C"

namespace {

void ExpectPairs(const AtomicOperation* operations) {
  for (; operations->name != nullptr; ++operations) {
    announced = false;
    announcements = 0;
    problem.clear();
    operations->perform();
    EXPECT_FALSE(announced) << operations->name;
    EXPECT_EQ("", problem) << operations->name;
    EXPECT_LT(0, announcements) << operations->name;
  }
}

TEST(PairingTest, InCxx) { ExpectPairs(kCxxOperations); }
TEST(PairingTest, InC) { ExpectPairs(kCOperations); }

}  // namespace
