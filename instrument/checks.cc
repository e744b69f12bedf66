#include "instrument/checks.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace detsim::instrument {

Place PlaceOf(const llvm::Value* address) {
  const llvm::Value* object = llvm::getUnderlyingObject(address);
  if (llvm::isa<llvm::AllocaInst>(object)) return Place::kStack;
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  if (argument != nullptr && argument->hasByValAttr()) return Place::kStack;
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return variable != nullptr && !variable->isThreadLocal() ? Place::kStatic
                                                           : Place::kUnknown;
}

bool CheckedObjects::Add(const llvm::Value* address) {
  return objects_.insert(address->stripInBoundsConstantOffsets()).second;
}

}  // namespace detsim::instrument
