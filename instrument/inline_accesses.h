// The pass: calls of the access hooks become code in place.
//
// A segment is counted at its first access. If the budget covers it, it runs
// with no more than the looks into the shadow; else a copy of it runs in which
// each access is a call that counts, checks and preempts by itself. So every
// access stays a possible preemption, with the same number as with hooks.
#ifndef DETSIM_INSTRUMENT_INLINE_ACCESSES_H_
#define DETSIM_INSTRUMENT_INLINE_ACCESSES_H_

#include "llvm/IR/Function.h"

namespace detsim::instrument {

// Functions that some call returns to twice (setjmp) keep their hooks: a value
// in a register may be of either time there.
void InlineAccesses(llvm::Function& function);

}  // namespace detsim::instrument

#endif  // DETSIM_INSTRUMENT_INLINE_ACCESSES_H_
