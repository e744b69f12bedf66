// The calls that clang's thread instrumentation leaves before plain loads and
// stores, by the names of runtime/memory/access_hooks.cc.
#ifndef DETSIM_INSTRUMENT_HOOK_CALLS_H_
#define DETSIM_INSTRUMENT_HOOK_CALLS_H_

#include <cstdint>
#include <optional>

#include "llvm/IR/InstrTypes.h"

namespace detsim::instrument {

// One plain access: the hook's call, which stands before it.
struct Access {
  llvm::CallBase* call = nullptr;
  uint64_t bytes = 0;
  bool writes = false;

  llvm::Value* address() const { return call->getArgOperand(0); }
};

// Nothing if `instruction` is no call of such a hook. Hooks of ranges, atomics
// and virtual tables are none: they stay calls.
std::optional<Access> AsAccess(llvm::Instruction& instruction);

// What may look at or change the runtime's counters, or run another thread:
// every call that is not a plain access, an intrinsic or inline assembly.
bool LeavesTheFunction(const llvm::Instruction& instruction);

}  // namespace detsim::instrument

#endif  // DETSIM_INSTRUMENT_HOOK_CALLS_H_
