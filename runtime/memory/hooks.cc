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
#include "runtime/sched/race_reports.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

enum class AtomicKind { kLoad, kStore, kModification };

void OrderSlowly(AtomicKind kind, const volatile void* address, size_t size,
                 uintptr_t pc, int order) {
  const Access access = {.address = reinterpret_cast<uintptr_t>(address),
                         .size = size,
                         .pc = pc,
                         .is_write = kind != AtomicKind::kLoad,
                         .is_atomic = true};
  switch (kind) {
    case AtomicKind::kLoad:
      return NoteAtomicLoad(access, MemoryOrder{order});
    case AtomicKind::kStore:
      return NoteAtomicStore(access, MemoryOrder{order});
    case AtomicKind::kModification:
      return NoteAtomicModification(access, MemoryOrder{order});
  }
}

inline __attribute__((always_inline)) void Read(const volatile void* address,
                                                size_t size, uintptr_t pc) {
  if (TakesTheSlowPath(address)) AccessSlowly(address, size, pc, false);
}

inline __attribute__((always_inline)) void Write(const volatile void* address,
                                                 size_t size, uintptr_t pc) {
  NoteWrite(address);
  if (TakesTheSlowPath(address)) AccessSlowly(address, size, pc, true);
}

// Before an atomic operation: as before a plain access, unless its shim
// announced it. Whether it changed something is known afterwards (Store). True
// if it is to be told what the operation did: it has an event of its own.
inline __attribute__((always_inline)) bool Atomic(const volatile void* address,
                                                  size_t size, uintptr_t pc,
                                                  bool is_write) {
  if (atomic_announced) {
    atomic_announced = false;  // The announcement has looked at `address`.
    return scheduler.event_log().on();
  }
  if (TakesTheSlowPath(address)) PassAccessPoint(address, size, pc, is_write);
  return false;
}

template <typename T>
inline void Tell(bool traced, uint8_t flags, T read, T written) {
  if (!traced) [[likely]]
    return;
  constexpr auto kSizeLog2 = static_cast<uint8_t>(__builtin_ctz(sizeof(T)));
  scheduler.event_log().NoteValues(
      scheduler.current()->index,
      {.read = static_cast<uint64_t>(read),
       .written = static_cast<uint64_t>(written),
       .flags = static_cast<uint8_t>(flags | kSizeLog2 << kValueSizeShift)});
}

// Of a compare-exchange.
template <typename T>
inline void TellExchange(bool traced, bool succeeds, T read, T written) {
  if (succeeds) {
    Tell<T>(traced, kValueRead | kValueWritten, read, written);
  } else {
    Tell<T>(traced, kValueRead | kNothingWritten, read, 0);
  }
}

// The operation itself, to the race detector.
inline __attribute__((always_inline)) void Order(AtomicKind kind,
                                                 const volatile void* address,
                                                 size_t size, uintptr_t pc,
                                                 int order) {
  if (__builtin_expect(races.active(), 0)) {
    OrderSlowly(kind, address, size, pc, order);
  }
}

// A compare-exchange that fails is a load with an order of its own.
template <typename T>
inline void Exchange(volatile T* address, bool succeeds, uintptr_t pc,
                     int success, int failure) {
  Order(succeeds ? AtomicKind::kModification : AtomicKind::kLoad, address,
        sizeof *address, pc, succeeds ? success : failure);
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
                                               int order) {                  \
    bool traced = Atomic(a, sizeof *a, DETSIM_CALLER, true);                 \
    Order(AtomicKind::kModification, a, sizeof *a, DETSIM_CALLER, order);    \
    type old = *a;                                                           \
    Store(a, static_cast<type>(expression));                                 \
    Tell<type>(traced, kValueRead | kValueWritten, old, *a);                 \
    return old;                                                              \
  }

#define DETSIM_ATOMIC_HOOKS(bits, type)                                      \
  DETSIM_ABI type __tsan_atomic##bits##_load(const volatile type* a,         \
                                             int order) {                    \
    bool traced = Atomic(a, sizeof *a, DETSIM_CALLER, false);                \
    Order(AtomicKind::kLoad, a, sizeof *a, DETSIM_CALLER, order);            \
    Tell<type>(traced, kValueRead, *a, 0);                                   \
    return *a;                                                               \
  }                                                                          \
  DETSIM_ABI void __tsan_atomic##bits##_store(volatile type* a, type value,  \
                                              int order) {                   \
    bool traced = Atomic(a, sizeof *a, DETSIM_CALLER, true);                 \
    Order(AtomicKind::kStore, a, sizeof *a, DETSIM_CALLER, order);           \
    Store(a, value);                                                         \
    Tell<type>(traced, kValueWritten, 0, value);                             \
  }                                                                          \
  DETSIM_ATOMIC_RMW(bits, type, exchange, value)                             \
  DETSIM_ATOMIC_RMW(bits, type, fetch_add, old + value)                      \
  DETSIM_ATOMIC_RMW(bits, type, fetch_sub, old - value)                      \
  DETSIM_ATOMIC_RMW(bits, type, fetch_and, old& value)                       \
  DETSIM_ATOMIC_RMW(bits, type, fetch_or, old | value)                       \
  DETSIM_ATOMIC_RMW(bits, type, fetch_xor, old ^ value)                      \
  DETSIM_ATOMIC_RMW(bits, type, fetch_nand, ~(old & value))                  \
  DETSIM_ABI type __tsan_atomic##bits##_compare_exchange_val(                \
      volatile type* a, type expected, type value, int s, int f) {           \
    bool traced = Atomic(a, sizeof *a, DETSIM_CALLER, true);                 \
    type old = *a;                                                           \
    Exchange(a, old == expected, DETSIM_CALLER, s, f);                       \
    if (old == expected) Store(a, value);                                    \
    TellExchange<type>(traced, old == expected, old, value);                 \
    return old;                                                              \
  }                                                                          \
  DETSIM_ABI int __tsan_atomic##bits##_compare_exchange_strong(              \
      volatile type* a, type* expected, type value, int s, int f) {          \
    bool traced = Atomic(a, sizeof *a, DETSIM_CALLER, true);                 \
    type old = *a;                                                           \
    bool succeeds = old == *expected;                                        \
    Exchange(a, succeeds, DETSIM_CALLER, s, f);                              \
    TellExchange<type>(traced, succeeds, old, value);                        \
    if (succeeds) {                                                          \
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

DETSIM_ABI void __tsan_atomic_thread_fence(int order) {
  atomic_announced = false;
  if (races.active()) races.Fence(MemoryOrder{order});
}
DETSIM_ABI void __tsan_atomic_signal_fence(int) {
  if (!atomic_announced) return;
  // Stands for an operation that is too large for an instruction. Its order is
  // not known here: the strongest, so that no race is reported falsely.
  atomic_announced = false;
  races.Acquire(announced_object);
  races.Release(announced_object);
}

}  // extern "C"

}  // namespace detsim::runtime
