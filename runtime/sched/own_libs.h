// Which of the two builds of the runtime this is. With --own_libs, precompiled
// libraries run as rewritten code does: their calls are decision points, and
// every simulated thread has native thread-locals of its own.
#ifndef DETSIM_RUNTIME_SCHED_OWN_LIBS_H_
#define DETSIM_RUNTIME_SCHED_OWN_LIBS_H_

#include <cstdint>

namespace detsim::runtime {

extern const bool own_libs;

// The code of the functions in runtime/own_libs; empty without --own_libs.
struct CodeRange {
  uintptr_t begin;
  uintptr_t end;
};
extern const CodeRange library_calls;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_OWN_LIBS_H_
