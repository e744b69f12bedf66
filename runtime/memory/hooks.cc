// The functions that clang's -fsanitize=thread code generation calls, without
// its runtime. Each plain access is an optional preemption point: the fast path
// is one decrement. Stores to anything but the own stack are signs of progress.
//
// A user's atomic operation reaches the runtime twice, through its shim and
// through these hooks: the shim's announcement sets a flag that the hook takes
// back. Atomics without announcement (reference counts, builtins) count as
// plain accesses.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/base/text.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/freed_blocks.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

__attribute__((noinline)) void BudgetUsedUp(const volatile void* address,
                                            size_t size, uintptr_t pc) {
  scheduler.Initialize();
  scheduler.AccessPoint(address, static_cast<uint8_t>(size < 255 ? size : 255),
                        pc);
}

// After the preemption: another thread may have freed it meanwhile.
__attribute__((noinline)) void Freed(const volatile void* address, size_t size,
                                     uintptr_t pc, bool is_write) {
  FixedText<64> what;
  what << (is_write ? "a write of " : "a read of ") << size
       << (size == 1 ? " byte" : " bytes");
  UseAfterFree(address, what.c_str(), pc);
}

inline __attribute__((always_inline)) void Access(const volatile void* address,
                                                  size_t size, uintptr_t pc,
                                                  bool is_write) {
  if (__builtin_expect(--access_budget < 0, 0)) {
    BudgetUsedUp(address, size, pc);
  }
  if (__builtin_expect(IsFreed(address), 0)) Freed(address, size, pc, is_write);
}

inline __attribute__((always_inline)) void Read(const volatile void* address,
                                                size_t size, uintptr_t pc) {
  Access(address, size, pc, false);
}

inline __attribute__((always_inline)) void Write(const volatile void* address,
                                                 size_t size, uintptr_t pc) {
  progress_writes += reinterpret_cast<uintptr_t>(address) - current_stack.low >=
                     current_stack.bytes;
  Access(address, size, pc, true);
}

// Before an atomic operation: a plain access, unless its shim announced it.
inline __attribute__((always_inline)) void Atomic(const volatile void* address,
                                                  size_t size, uintptr_t pc) {
  if (atomic_announced) {
    atomic_announced = false;  // The announcement has looked at `address`.
  } else {
    Read(address, size, pc);
  }
}

template <typename T>
inline void Store(volatile T* address, T value) {
  progress_writes += *address != value;
  *address = value;
}

}  // namespace

extern "C" {

DETSIM_ABI void __tsan_init() {
  instrumented = true;
  scheduler.Initialize();
}
DETSIM_ABI void __tsan_func_entry(void*) {}
DETSIM_ABI void __tsan_func_exit() {}

#define DETSIM_ACCESS_HOOKS(size)                                              \
  DETSIM_ABI void __tsan_read##size(void* a) { Read(a, size, DETSIM_CALLER); } \
  DETSIM_ABI void __tsan_write##size(void* a) {                                \
    Write(a, size, DETSIM_CALLER);                                             \
  }                                                                            \
  DETSIM_ABI void __tsan_read_write##size(void* a) {                           \
    Write(a, size, DETSIM_CALLER);                                             \
  }                                                                            \
  DETSIM_ABI void __tsan_unaligned_read##size(void* a) {                       \
    Read(a, size, DETSIM_CALLER);                                              \
  }                                                                            \
  DETSIM_ABI void __tsan_unaligned_write##size(void* a) {                      \
    Write(a, size, DETSIM_CALLER);                                             \
  }                                                                            \
  DETSIM_ABI void __tsan_unaligned_read_write##size(void* a) {                 \
    Write(a, size, DETSIM_CALLER);                                             \
  }                                                                            \
  DETSIM_ABI void __tsan_volatile_read##size(void* a) {                        \
    Read(a, size, DETSIM_CALLER);                                              \
  }                                                                            \
  DETSIM_ABI void __tsan_volatile_write##size(void* a) {                       \
    Write(a, size, DETSIM_CALLER);                                             \
  }                                                                            \
  DETSIM_ABI void __tsan_unaligned_volatile_read##size(void* a) {              \
    Read(a, size, DETSIM_CALLER);                                              \
  }                                                                            \
  DETSIM_ABI void __tsan_unaligned_volatile_write##size(void* a) {             \
    Write(a, size, DETSIM_CALLER);                                             \
  }

DETSIM_ACCESS_HOOKS(1)
DETSIM_ACCESS_HOOKS(2)
DETSIM_ACCESS_HOOKS(4)
DETSIM_ACCESS_HOOKS(8)
DETSIM_ACCESS_HOOKS(16)

DETSIM_ABI void __tsan_read_range(void* a, size_t size) {
  Read(a, size, DETSIM_CALLER);
}
DETSIM_ABI void __tsan_write_range(void* a, size_t size) {
  Write(a, size, DETSIM_CALLER);
}
DETSIM_ABI void __tsan_vptr_read(void** a) {
  Read(a, sizeof *a, DETSIM_CALLER);
}
DETSIM_ABI void __tsan_vptr_update(void** a, void* value) {
  if (*a != value) Write(a, sizeof *a, DETSIM_CALLER);
}
DETSIM_ABI void* __tsan_memcpy(void* to, const void* from, size_t size) {
  Read(from, size, DETSIM_CALLER);
  Write(to, size, DETSIM_CALLER);
  return memcpy(to, from, size);
}
DETSIM_ABI void* __tsan_memmove(void* to, const void* from, size_t size) {
  Read(from, size, DETSIM_CALLER);
  Write(to, size, DETSIM_CALLER);
  return memmove(to, from, size);
}
DETSIM_ABI void* __tsan_memset(void* to, int value, size_t size) {
  Write(to, size, DETSIM_CALLER);
  return memset(to, value, size);
}

// One OS thread: plain C++ does for the operations themselves.
#define DETSIM_ATOMIC_RMW(bits, type, name, expression)                      \
  DETSIM_ABI type __tsan_atomic##bits##_##name(volatile type* a, type value, \
                                               int) {                        \
    Atomic(a, sizeof *a, DETSIM_CALLER);                                     \
    type old = *a;                                                           \
    Store(a, static_cast<type>(expression));                                 \
    return old;                                                              \
  }

#define DETSIM_ATOMIC_HOOKS(bits, type)                                      \
  DETSIM_ABI type __tsan_atomic##bits##_load(const volatile type* a, int) {  \
    Atomic(a, sizeof *a, DETSIM_CALLER);                                     \
    return *a;                                                               \
  }                                                                          \
  DETSIM_ABI void __tsan_atomic##bits##_store(volatile type* a, type value,  \
                                              int) {                         \
    Atomic(a, sizeof *a, DETSIM_CALLER);                                     \
    Store(a, value);                                                         \
  }                                                                          \
  DETSIM_ATOMIC_RMW(bits, type, exchange, value)                             \
  DETSIM_ATOMIC_RMW(bits, type, fetch_add, old + value)                      \
  DETSIM_ATOMIC_RMW(bits, type, fetch_sub, old - value)                      \
  DETSIM_ATOMIC_RMW(bits, type, fetch_and, old& value)                       \
  DETSIM_ATOMIC_RMW(bits, type, fetch_or, old | value)                       \
  DETSIM_ATOMIC_RMW(bits, type, fetch_xor, old ^ value)                      \
  DETSIM_ATOMIC_RMW(bits, type, fetch_nand, ~(old & value))                  \
  DETSIM_ABI type __tsan_atomic##bits##_compare_exchange_val(                \
      volatile type* a, type expected, type value, int, int) {               \
    Atomic(a, sizeof *a, DETSIM_CALLER);                                     \
    type old = *a;                                                           \
    if (old == expected) Store(a, value);                                    \
    return old;                                                              \
  }                                                                          \
  DETSIM_ABI int __tsan_atomic##bits##_compare_exchange_strong(              \
      volatile type* a, type* expected, type value, int, int) {              \
    Atomic(a, sizeof *a, DETSIM_CALLER);                                     \
    type old = *a;                                                           \
    if (old == *expected) {                                                  \
      Store(a, value);                                                       \
      return 1;                                                              \
    }                                                                        \
    *expected = old;                                                         \
    return 0;                                                                \
  }                                                                          \
  DETSIM_ABI int __tsan_atomic##bits##_compare_exchange_weak(                \
      volatile type* a, type* expected, type value, int s, int f) {          \
    return __tsan_atomic##bits##_compare_exchange_strong(a, expected, value, \
                                                         s, f);              \
  }

using Uint128 = unsigned __int128;
DETSIM_ATOMIC_HOOKS(8, uint8_t)
DETSIM_ATOMIC_HOOKS(16, uint16_t)
DETSIM_ATOMIC_HOOKS(32, uint32_t)
DETSIM_ATOMIC_HOOKS(64, uint64_t)
DETSIM_ATOMIC_HOOKS(128, Uint128)

DETSIM_ABI void __tsan_atomic_thread_fence(int) { atomic_announced = false; }
DETSIM_ABI void __tsan_atomic_signal_fence(int) { atomic_announced = false; }

}  // extern "C"

}  // namespace detsim::runtime
