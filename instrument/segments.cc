#include "instrument/segments.h"

#include <optional>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace detsim::instrument {
namespace {

// What is between the accesses exists twice afterwards.
constexpr size_t kAccessesMax = 16;
constexpr size_t kInstructionsMax = 96;

bool CanBeDuplicated(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction) ||
      instruction.getType()->isTokenTy()) {
    return false;
  }
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr ||
         (!call->isInlineAsm() && !call->cannotDuplicate() &&
          !call->isConvergent() && !call->hasOperandBundles());
}

}  // namespace

std::vector<Segment> FindSegments(llvm::Function& function) {
  std::vector<Segment> segments;
  for (llvm::BasicBlock& block : function) {
    Segment* open = nullptr;
    size_t instructions = 0;
    for (llvm::Instruction& instruction : block) {
      const std::optional<Access> access = AsAccess(instruction);
      if (access && (open == nullptr || open->size() == kAccessesMax ||
                     instructions > kInstructionsMax)) {
        open = &segments.emplace_back();
        instructions = 0;
      }
      ++instructions;
      if (access) {
        open->push_back(*access);
      } else if (LeavesTheFunction(instruction) ||
                 !CanBeDuplicated(instruction)) {
        open = nullptr;
      }
    }
  }
  return segments;
}

}  // namespace detsim::instrument
