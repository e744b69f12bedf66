// The functions that clang's -fsanitize=thread code generation calls, without
// its runtime; those for plain accesses are in access_hooks.cc.
//
// A user's atomic operation reaches the runtime twice, through its shim and
// through these hooks: the shim's announcement sets a flag that the hook takes
// back. Atomics without announcement (reference counts, builtins) count as
// plain accesses.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/memory/access.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

inline __attribute__((always_inline)) void Read(const volatile void* address,
                                                size_t size, uintptr_t pc) {
  if (TakesTheSlowPath(address)) AccessSlowly(address, size, pc, false);
}

inline __attribute__((always_inline)) void Write(const volatile void* address,
                                                 size_t size, uintptr_t pc) {
  NoteWrite(address);
  if (TakesTheSlowPath(address)) AccessSlowly(address, size, pc, true);
}

// Before an atomic operation: a plain access, unless its shim announced it.
// Whether it changed something is known afterwards (Store).
inline __attribute__((always_inline)) void Atomic(const volatile void* address,
                                                  size_t size, uintptr_t pc,
                                                  bool is_write) {
  if (atomic_announced) {
    atomic_announced = false;  // The announcement has looked at `address`.
  } else if (TakesTheSlowPath(address)) {
    AccessSlowly(address, size, pc, is_write);
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
    Atomic(a, sizeof *a, DETSIM_CALLER, true);                               \
    type old = *a;                                                           \
    Store(a, static_cast<type>(expression));                                 \
    return old;                                                              \
  }

#define DETSIM_ATOMIC_HOOKS(bits, type)                                      \
  DETSIM_ABI type __tsan_atomic##bits##_load(const volatile type* a, int) {  \
    Atomic(a, sizeof *a, DETSIM_CALLER, false);                              \
    return *a;                                                               \
  }                                                                          \
  DETSIM_ABI void __tsan_atomic##bits##_store(volatile type* a, type value,  \
                                              int) {                         \
    Atomic(a, sizeof *a, DETSIM_CALLER, true);                               \
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
    Atomic(a, sizeof *a, DETSIM_CALLER, true);                               \
    type old = *a;                                                           \
    if (old == expected) Store(a, value);                                    \
    return old;                                                              \
  }                                                                          \
  DETSIM_ABI int __tsan_atomic##bits##_compare_exchange_strong(              \
      volatile type* a, type* expected, type value, int, int) {              \
    Atomic(a, sizeof *a, DETSIM_CALLER, true);                               \
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
