#include "instrument/budget.h"

#include <map>
#include <set>

#include "instrument/runtime_interface.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace detsim::instrument {

Budget::Budget(llvm::Function& function, const std::vector<Segment>& segments)
    : function_(function),
      global_(AccessBudgetVariable(*function.getParent())) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  slot_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "budget");
  FollowCalls(segments);
  builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  Set(builder, ReadAgain(builder));
}

llvm::Value* Budget::Get(llvm::IRBuilder<>& builder) {
  return builder.CreateLoad(builder.getInt64Ty(), slot_);
}

void Budget::Set(llvm::IRBuilder<>& builder, llvm::Value* value) {
  builder.CreateStore(value, slot_);
}

void Budget::WriteBack(llvm::IRBuilder<>& builder, llvm::Value* value) {
  builder.CreateStore(value, global_);
}

llvm::Value* Budget::ReadAgain(llvm::IRBuilder<>& builder) {
  reads_.push_back(builder.CreateLoad(builder.getInt64Ty(), global_));
  return reads_.back();
}

// Where a count may be held back that the runtime does not have: after an
// access, up to what leaves the function next.
void Budget::FollowCalls(const std::vector<Segment>& segments) {
  std::set<const llvm::Instruction*> accesses;
  for (const Segment& segment : segments) accesses.insert(segment.back().call);
  std::map<const llvm::BasicBlock*, Block> blocks;
  for (bool grows = true; grows;) {
    grows = false;
    for (llvm::BasicBlock& block : function_) {
      Block& state = blocks[&block];
      for (llvm::BasicBlock* before : llvm::predecessors(&block))
        state.changed_at_start |= blocks[before].changed_at_end;
      bool changed = state.changed_at_start;
      for (llvm::Instruction& instruction : block) {
        if (accesses.contains(&instruction)) changed = true;
        if (LeavesTheFunction(instruction)) changed = false;
      }
      grows |= changed != state.changed_at_end;
      state.changed_at_end = changed;
    }
  }
  std::vector<std::pair<llvm::Instruction*, bool>> exits;
  for (llvm::BasicBlock& block : function_) {
    bool changed = blocks[&block].changed_at_start;
    for (llvm::Instruction& instruction : block) {
      if (accesses.contains(&instruction)) changed = true;
      const bool ends =
          llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(instruction);
      if (!ends && !LeavesTheFunction(instruction)) continue;
      exits.emplace_back(&instruction, changed);
      changed = false;
    }
  }
  for (auto [instruction, changed] : exits) AroundCall(*instruction, changed);
}

void Budget::AroundCall(llvm::Instruction& call, bool changed) {
  if (changed) {
    llvm::IRBuilder<> builder(&call);
    WriteBack(builder, Get(builder));
  }
  const auto read_at = [&](llvm::BasicBlock* block,
                           llvm::BasicBlock::iterator place) {
    llvm::IRBuilder<> builder(block, place);
    Set(builder, ReadAgain(builder));
  };
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    llvm::BasicBlock* normal = invoke->getNormalDest();
    if (normal->getSinglePredecessor() == nullptr)
      normal = llvm::SplitEdge(invoke->getParent(), normal);
    read_at(normal, normal->getFirstInsertionPt());
    llvm::BasicBlock* unwind = invoke->getUnwindDest();
    read_at(unwind, unwind->getFirstInsertionPt());
  } else if (auto* plain = llvm::dyn_cast<llvm::CallInst>(&call);
             plain != nullptr && !plain->isMustTailCall()) {
    read_at(call.getParent(), std::next(call.getIterator()));
  }
}

void Budget::Finish() {
  llvm::DominatorTree dominators(function_);
  llvm::PromoteMemToReg({slot_}, dominators);
  for (llvm::LoadInst* read : reads_)
    if (read->use_empty()) read->eraseFromParent();
}

}  // namespace detsim::instrument
