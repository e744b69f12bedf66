// The runtime's count of accesses to go (detsim_access_budget), held in a
// register while a function runs without calling anybody.
#ifndef DETSIM_INSTRUMENT_BUDGET_H_
#define DETSIM_INSTRUMENT_BUDGET_H_

#include <vector>

#include "instrument/segments.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace detsim::instrument {

// A variable of the function while it is being changed, values when done. It
// is written back before whatever leaves the function and read again after it.
class Budget {
 public:
  // Inserts the reads and writes around calls. `segments` say where it will
  // be changed. The function must not return twice from a call.
  Budget(llvm::Function& function, const std::vector<Segment>& segments);

  llvm::Value* Get(llvm::IRBuilder<>& builder);
  void Set(llvm::IRBuilder<>& builder, llvm::Value* value);
  // From and to the runtime's variable.
  void WriteBack(llvm::IRBuilder<>& builder, llvm::Value* value);
  llvm::Value* ReadAgain(llvm::IRBuilder<>& builder);

  // Turns the variable into values.
  void Finish();

 private:
  struct Block {
    bool changed_at_start = false;
    bool changed_at_end = false;
  };
  void FollowCalls(const std::vector<Segment>& segments);
  void AroundCall(llvm::Instruction& call, bool changed);

  llvm::Function& function_;
  llvm::Value* global_;
  llvm::AllocaInst* slot_;
  std::vector<llvm::LoadInst*> reads_;
};

}  // namespace detsim::instrument

#endif  // DETSIM_INSTRUMENT_BUDGET_H_
