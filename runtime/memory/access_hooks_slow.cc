// What access_hooks.cc leaves by a tail call: with a stack frame, so that the
// program's stack can be walked from here.
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

}  // namespace detsim::runtime
