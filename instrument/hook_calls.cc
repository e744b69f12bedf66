#include "instrument/hook_calls.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"

namespace detsim::instrument {

std::optional<Access> AsAccess(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr ||
      call->arg_size() != 1) {
    return std::nullopt;
  }
  llvm::StringRef name = call->getCalledFunction()->getName();
  if (!name.consume_front("__tsan_")) return std::nullopt;
  name.consume_front("unaligned_");
  name.consume_front("volatile_");
  // A read_write is one access, as the write that it ends with.
  const bool writes =
      name.consume_front("read_write") || name.consume_front("write");
  if (!writes && !name.consume_front("read")) return std::nullopt;
  uint64_t bytes = 0;
  if (name.getAsInteger(10, bytes) || bytes > 16) return std::nullopt;
  return Access{.call = call, .bytes = bytes, .writes = writes};
}

bool LeavesTheFunction(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->isInlineAsm()) return false;
  if (AsAccess(const_cast<llvm::Instruction&>(instruction))) return false;
  // A program may bring its own memcpy().
  return !llvm::isa<llvm::IntrinsicInst>(call) ||
         llvm::isa<llvm::AnyMemIntrinsic>(call);
}

}  // namespace detsim::instrument
