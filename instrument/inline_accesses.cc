#include "instrument/inline_accesses.h"

#include <algorithm>
#include <vector>

#include "instrument/budget.h"
#include "instrument/checks.h"
#include "instrument/hook_calls.h"
#include "instrument/runtime_interface.h"
#include "instrument/segments.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace detsim::instrument {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Value;

bool CanBeChanged(const llvm::Function& function) {
  if (function.isDeclaration() || function.callsFunctionThatReturnsTwice() ||
      function.hasFnAttribute(llvm::Attribute::Naked)) {
    return false;
  }
  return std::ranges::none_of(function, [](const BasicBlock& block) {
    return llvm::isa<llvm::CallBrInst>(block.getTerminator()) ||
           llvm::isa<llvm::CatchSwitchInst, llvm::CatchReturnInst,
                     llvm::CleanupReturnInst>(block.getTerminator());
  });
}

// One segment on its way: `head_` ends before the first access and `tail_`
// begins with the last; `body_` is what is between them, and `slow_` its copy.
class SegmentInliner {
 public:
  SegmentInliner(const Segment& segment, Budget& budget)
      : segment_(segment),
        budget_(budget),
        builder_(segment.front().call),
        rare_(llvm::MDBuilder(builder_.getContext())
                  .createUnlikelyBranchWeights()) {}

  void Run() {
    Split();
    CopyBody();
    Decide();
    CheckEach();
    for (const Access& access : segment_) access.call->eraseFromParent();
  }

 private:
  void Split();
  void CopyBody();
  void MergeValues(llvm::ValueToValueMapTy& copies);
  void Decide();
  void CheckEach();
  Value* FastAddress(const Access& access) const;
  void CheckFreed(const Access& access, Value* address, uint64_t still_to_come);

  const Segment& segment_;
  Budget& budget_;
  IRBuilder<> builder_;
  llvm::MDNode* rare_;
  BasicBlock* head_ = nullptr;
  BasicBlock* body_ = nullptr;
  BasicBlock* tail_ = nullptr;
  BasicBlock* slow_ = nullptr;
};

void SegmentInliner::Split() {
  // Addresses are computed before: what is left between accesses is then
  // little that the copy has to repeat and values to merge after it.
  Instruction* first = segment_.front().call;
  std::vector<Instruction*> early;
  for (Instruction* i = first; i != segment_.back().call; i = i->getNextNode())
    if (llvm::isa<llvm::GetElementPtrInst>(i)) early.push_back(i);
  for (Instruction* address : early) {
    const bool ready = std::ranges::all_of(address->operands(), [&](Value* v) {
      auto* operand = llvm::dyn_cast<Instruction>(v);
      return operand == nullptr || operand->getParent() != first->getParent() ||
             operand->comesBefore(first);
    });
    if (ready) address->moveBefore(first->getIterator());
  }
  head_ = first->getParent();
  body_ = head_->splitBasicBlock(first->getIterator());
  tail_ = body_->splitBasicBlock(segment_.back().call->getIterator());
}

void SegmentInliner::CopyBody() {
  llvm::ValueToValueMapTy copies;
  slow_ = llvm::CloneBasicBlock(body_, copies, ".slow", body_->getParent());
  for (Instruction& instruction : *slow_) {
    llvm::RemapInstruction(
        &instruction, copies,
        llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    llvm::RemapDbgRecordRange(
        instruction.getModule(), instruction.getDbgRecordRange(), copies,
        llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  }
  const auto copy_of = [&](Value* value) {
    auto copy = copies.find(value);
    return copy == copies.end() ? value : static_cast<Value*>(copy->second);
  };
  for (const Access& access : segment_) {
    auto* copy = llvm::dyn_cast<Instruction>(copy_of(access.call));
    if (copy == access.call) {  // The last: it is not part of the body.
      builder_.SetInsertPoint(slow_->getTerminator());
    } else {
      builder_.SetInsertPoint(copy);
    }
    builder_.SetCurrentDebugLocation(access.call->getDebugLoc());
    CallCountedAccess(builder_, access, copy_of(access.address()));
    if (copy != access.call) copy->eraseFromParent();
  }
  budget_.Set(builder_, budget_.ReadAgain(builder_));
  MergeValues(copies);
}

// What the body computes and later code uses comes from either copy.
void SegmentInliner::MergeValues(llvm::ValueToValueMapTy& copies) {
  for (Instruction& original : *body_) {
    if (original.getType()->isVoidTy() ||
        !original.isUsedOutsideOfBlock(body_)) {
      continue;
    }
    auto* merged =
        llvm::PHINode::Create(original.getType(), 2, "", tail_->begin());
    merged->setDebugLoc(original.getDebugLoc());
    original.replaceUsesOutsideBlock(merged, body_);
    merged->addIncoming(&original, body_);
    merged->addIncoming(copies[&original], slow_);
  }
}

void SegmentInliner::Decide() {
  Instruction* old_branch = head_->getTerminator();
  builder_.SetInsertPoint(old_branch);
  builder_.SetCurrentDebugLocation(segment_.front().call->getDebugLoc());
  Value* before = budget_.Get(builder_);
  Value* after = builder_.CreateSub(before, builder_.getInt64(segment_.size()));
  budget_.Set(builder_, after);
  Value* is_slow = builder_.CreateICmpSLT(after, builder_.getInt64(0));
  builder_.CreateCondBr(is_slow, slow_, body_, rare_);
  old_branch->eraseFromParent();
  IRBuilder<> slow_builder(slow_, slow_->getFirstInsertionPt());
  budget_.WriteBack(slow_builder, before);
}

// The address in the body; the last access is the tail's, where it may be one
// of the merged values.
Value* SegmentInliner::FastAddress(const Access& access) const {
  auto* merged = llvm::dyn_cast<llvm::PHINode>(access.address());
  return merged != nullptr && merged->getParent() == tail_
             ? merged->getIncomingValueForBlock(body_)
             : access.address();
}

void SegmentInliner::CheckEach() {
  CheckedObjects read_or_written;
  CheckedObjects written;
  bool progress_noted = false;
  for (size_t i = 0; i < segment_.size(); ++i) {
    const Access& access = segment_[i];
    builder_.SetInsertPoint(i + 1 < segment_.size() ? access.call
                                                    : body_->getTerminator());
    builder_.SetCurrentDebugLocation(access.call->getDebugLoc());
    Value* address = FastAddress(access);
    const Place place = PlaceOf(address);
    if (access.writes && place == Place::kStatic && !progress_noted) {
      NoteProgress(builder_);
      progress_noted = true;
    }
    if (place != Place::kUnknown) continue;
    if (access.writes && !progress_noted && written.Add(address))
      NoteWrite(builder_, address);
    if (read_or_written.Add(address))
      CheckFreed(access, address, segment_.size() - 1 - i);
  }
}

// Freed memory is a verdict: the runtime is told the budget as of this access.
void SegmentInliner::CheckFreed(const Access& access, Value* address,
                                uint64_t still_to_come) {
  Value* freed = IsFreed(builder_, address);
  Instruction* place = &*builder_.GetInsertPoint();
  IRBuilder<> rare(llvm::SplitBlockAndInsertIfThen(
      freed, place->getIterator(), /*Unreachable=*/false, rare_));
  rare.SetCurrentDebugLocation(access.call->getDebugLoc());
  Value* budget =
      rare.CreateAdd(budget_.Get(rare), rare.getInt64(still_to_come));
  CallFreedAccess(rare, access, address, budget);
  body_ = place->getParent();
}

}  // namespace

void InlineAccesses(llvm::Function& function) {
  if (!CanBeChanged(function)) return;
  const std::vector<Segment> segments = FindSegments(function);
  if (segments.empty()) return;
  Budget budget(function, segments);
  for (const Segment& segment : segments) SegmentInliner(segment, budget).Run();
  budget.Finish();
}

}  // namespace detsim::instrument
