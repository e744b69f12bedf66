// The rare cases of plain accesses: what access_hooks.cc leaves by a tail call,
// and what code calls that has the hooks in place (instrument/). With a stack
// frame, so that the program's stack can be walked from here.
#include "runtime/memory/access.h"
#include "runtime/sched/abi_support.h"

namespace detsim::runtime {

#define DETSIM_DEFINE_SLOW(size)                 \
  void SlowRead##size(void* a);                  \
  void SlowRead##size(void* a) {                 \
    AccessSlowly(a, size, DETSIM_CALLER, false); \
  }                                              \
  void SlowWrite##size(void* a);                 \
  void SlowWrite##size(void* a) { AccessSlowly(a, size, DETSIM_CALLER, true); }

DETSIM_DEFINE_SLOW(1)
DETSIM_DEFINE_SLOW(2)
DETSIM_DEFINE_SLOW(4)
DETSIM_DEFINE_SLOW(8)
DETSIM_DEFINE_SLOW(16)

// One access of a segment that the budget does not cover as a whole.
DETSIM_SAVING void SlowCountedRead(void* a, size_t size);
DETSIM_SAVING void SlowCountedRead(void* a, size_t size) {
  if (TakesTheSlowPath(a)) AccessSlowly(a, size, DETSIM_CALLER, false);
}
DETSIM_SAVING void SlowCountedWrite(void* a, size_t size);
DETSIM_SAVING void SlowCountedWrite(void* a, size_t size) {
  if (TakesTheSlowPath(a)) AccessSlowly(a, size, DETSIM_CALLER, true);
}

extern "C" {

// In memory that the shadow marks as freed; counted already, in `budget`.
DETSIM_ABI DETSIM_SAVING void detsim_freed_read(void* a, size_t size,
                                                int64_t budget) {
  access_budget = budget;
  AccessSlowly(a, size, DETSIM_CALLER, false);
}
DETSIM_ABI DETSIM_SAVING void detsim_freed_write(void* a, size_t size,
                                                 int64_t budget) {
  access_budget = budget;
  AccessSlowly(a, size, DETSIM_CALLER, true);
}

}  // extern "C"

}  // namespace detsim::runtime
