// What instrumented code shares with the runtime: its variables and the
// functions of the rare cases, runtime/memory/access_hooks_slow.cc.
#ifndef DETSIM_INSTRUMENT_RUNTIME_INTERFACE_H_
#define DETSIM_INSTRUMENT_RUNTIME_INTERFACE_H_

#include <cstdint>

#include "instrument/hook_calls.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace detsim::instrument {

// The variable of accesses to go, as this module reaches it.
llvm::Value* AccessBudgetVariable(llvm::Module& module);

// The access counted, checked and, if it is time, preceded by other threads.
void CallCountedAccess(llvm::IRBuilder<>& builder, const Access& access,
                       llvm::Value* address);
// An access, counted in `budget`, to memory that the shadow marks as freed.
void CallFreedAccess(llvm::IRBuilder<>& builder, const Access& access,
                     llvm::Value* address, llvm::Value* budget);

// Whether the shadow marks `address` as freed.
llvm::Value* IsFreed(llvm::IRBuilder<>& builder, llvm::Value* address);

// Counts one if `address` is not on the running thread's stack.
void NoteWrite(llvm::IRBuilder<>& builder, llvm::Value* address);
// Counts one.
void NoteProgress(llvm::IRBuilder<>& builder);

}  // namespace detsim::instrument

#endif  // DETSIM_INSTRUMENT_RUNTIME_INTERFACE_H_
