// Calls of rewritten code on descriptors, as decision points. What they do and
// how they wait is in library_blocking.cc and library_output.cc.
#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// All of them are operations on one object: the other end of a pipe, or what an
// epoll descriptor watches, has another number.
char descriptors;

OperationKind KindOf(int kind) {
  switch (kind) {
    case DETSIM_DESCRIPTOR_POLL:
      return OperationKind::kPoll;
    case DETSIM_DESCRIPTOR_INPUT:
      return OperationKind::kInput;
    default:
      return OperationKind::kOutput;
  }
}

}  // namespace

extern "C" {

DETSIM_ABI void detsim_descriptor(int kind) noexcept {
  scheduler.Announce(KindOf(kind), &descriptors, DETSIM_CALLER);
  if (kind != DETSIM_DESCRIPTOR_POLL) scheduler.ExpectRealChange();
}

}  // extern "C"

}  // namespace detsim::runtime
