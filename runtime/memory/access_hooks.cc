// The hooks of plain loads and stores, called more often than all else: each is
// a leaf without a stack frame (this file is compiled so), and what is rare is
// a tail call, whose return address is the program's.
#include "runtime/memory/access.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/race_reports.h"

namespace detsim::runtime {

// In access_hooks_slow.cc, with the signature of the hooks.
#define DETSIM_DECLARE_SLOW(size) \
  void SlowRead##size(void* a);   \
  void SlowWrite##size(void* a);
DETSIM_DECLARE_SLOW(1)
DETSIM_DECLARE_SLOW(2)
DETSIM_DECLARE_SLOW(4)
DETSIM_DECLARE_SLOW(8)
DETSIM_DECLARE_SLOW(16)

DETSIM_SAVING void SlowCountedRead(void* a, size_t size);
DETSIM_SAVING void SlowCountedWrite(void* a, size_t size);

namespace {

// While races are looked for, each access of code that has the hooks in place
// is counted on its own. Memory that the detector knows of has not been freed.
__attribute__((always_inline)) bool CountsKnown(const void* a, size_t size,
                                                bool is_write) {
  if (!accesses_held || held_budget <= 0 || races_watch_places ||
      !races.KnowsUnit(reinterpret_cast<uintptr_t>(a), size, is_write)) {
    return false;
  }
  --held_budget;
  return true;
}

}  // namespace

extern "C" {

DETSIM_ABI DETSIM_SAVING void detsim_counted_read(void* a, size_t size) {
  if (CountsKnown(a, size, false)) return;
  [[clang::musttail]] return SlowCountedRead(a, size);
}
DETSIM_ABI DETSIM_SAVING void detsim_counted_write(void* a, size_t size) {
  NoteWrite(a);
  if (CountsKnown(a, size, true)) return;
  [[clang::musttail]] return SlowCountedWrite(a, size);
}

#define DETSIM_READ_HOOK(name, size)             \
  DETSIM_ABI void name(void* a) {                \
    if (TakesTheSlowPath(a)) [[clang::musttail]] \
      return SlowRead##size(a);                  \
  }
#define DETSIM_WRITE_HOOK(name, size)            \
  DETSIM_ABI void name(void* a) {                \
    NoteWrite(a);                                \
    if (TakesTheSlowPath(a)) [[clang::musttail]] \
      return SlowWrite##size(a);                 \
  }
#define DETSIM_ACCESS_HOOKS(size)                                \
  DETSIM_READ_HOOK(__tsan_read##size, size)                      \
  DETSIM_READ_HOOK(__tsan_unaligned_read##size, size)            \
  DETSIM_READ_HOOK(__tsan_volatile_read##size, size)             \
  DETSIM_READ_HOOK(__tsan_unaligned_volatile_read##size, size)   \
  DETSIM_WRITE_HOOK(__tsan_write##size, size)                    \
  DETSIM_WRITE_HOOK(__tsan_unaligned_write##size, size)          \
  DETSIM_WRITE_HOOK(__tsan_volatile_write##size, size)           \
  DETSIM_WRITE_HOOK(__tsan_unaligned_volatile_write##size, size) \
  DETSIM_WRITE_HOOK(__tsan_read_write##size, size)               \
  DETSIM_WRITE_HOOK(__tsan_unaligned_read_write##size, size)

DETSIM_ACCESS_HOOKS(1)
DETSIM_ACCESS_HOOKS(2)
DETSIM_ACCESS_HOOKS(4)
DETSIM_ACCESS_HOOKS(8)
DETSIM_ACCESS_HOOKS(16)

}  // extern "C"

}  // namespace detsim::runtime
