#include "instrument/runtime_interface.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "runtime/base/runtime_memory.h"

namespace detsim::instrument {
namespace {

// Code that is not for a shared library is linked with the runtime, and
// reaches its variables without a detour.
bool IsLinkedWithTheRuntime(const llvm::Module& module) {
  return module.getPICLevel() == llvm::PICLevel::NotPIC ||
         module.getPIELevel() != llvm::PIELevel::Default;
}

llvm::GlobalVariable* Variable(llvm::Module& module, llvm::StringRef name,
                               llvm::Type* type) {
  llvm::GlobalVariable* variable = module.getNamedGlobal(name);
  if (variable == nullptr) {
    variable = new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                        llvm::GlobalValue::ExternalLinkage,
                                        nullptr, name);
    variable->setDSOLocal(IsLinkedWithTheRuntime(module));
  }
  return variable;
}

// These functions clobber next to nothing: what they cost is theirs.
void CallRuntime(llvm::IRBuilder<>& builder, llvm::StringRef name,
                 llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::SmallVector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      name, llvm::FunctionType::get(builder.getVoidTy(), types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  // Binding it at the first call would clobber registers.
  function->addFnAttr(llvm::Attribute::NonLazyBind);
  function->setDSOLocal(IsLinkedWithTheRuntime(module));
  function->setCallingConv(llvm::CallingConv::PreserveMost);
  function->setDoesNotThrow();
  llvm::CallInst* call = builder.CreateCall(callee, arguments);
  call->setCallingConv(llvm::CallingConv::PreserveMost);
  call->setDoesNotThrow();
}

}  // namespace

llvm::Value* AccessBudgetVariable(llvm::Module& module) {
  return Variable(module, "detsim_access_budget",
                  llvm::Type::getInt64Ty(module.getContext()));
}

void CallCountedAccess(llvm::IRBuilder<>& builder, const Access& access,
                       llvm::Value* address) {
  CallRuntime(builder,
              access.writes ? "detsim_counted_write" : "detsim_counted_read",
              {address, builder.getInt64(access.bytes)});
}

void CallFreedAccess(llvm::IRBuilder<>& builder, const Access& access,
                     llvm::Value* address, llvm::Value* budget) {
  CallRuntime(builder,
              access.writes ? "detsim_freed_write" : "detsim_freed_read",
              {address, builder.getInt64(access.bytes), budget});
}

llvm::Value* IsFreed(llvm::IRBuilder<>& builder, llvm::Value* address) {
  llvm::Value* unit =
      builder.CreateLShr(builder.CreatePtrToInt(address, builder.getInt64Ty()),
                         runtime::kFreedUnitShift);
  llvm::Value* place = builder.CreateIntToPtr(
      builder.CreateAdd(unit, builder.getInt64(runtime::kShadowBegin)),
      builder.getPtrTy());
  return builder.CreateICmpNE(builder.CreateLoad(builder.getInt8Ty(), place),
                              builder.getInt8(0));
}

void NoteProgress(llvm::IRBuilder<>& builder) {
  llvm::Value* variable =
      Variable(*builder.GetInsertBlock()->getModule(), "detsim_progress_writes",
               builder.getInt64Ty());
  llvm::Value* count = builder.CreateLoad(builder.getInt64Ty(), variable);
  builder.CreateStore(builder.CreateAdd(count, builder.getInt64(1)), variable);
}

void NoteWrite(llvm::IRBuilder<>& builder, llvm::Value* address) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* word = builder.getInt64Ty();
  llvm::StructType* range = llvm::StructType::get(word, word);
  llvm::Value* stack = Variable(module, "detsim_current_stack", range);
  llvm::Value* progress = Variable(module, "detsim_progress_writes", word);
  llvm::Value* low =
      builder.CreateLoad(word, builder.CreateStructGEP(range, stack, 0));
  llvm::Value* bytes =
      builder.CreateLoad(word, builder.CreateStructGEP(range, stack, 1));
  llvm::Value* offset =
      builder.CreateSub(builder.CreatePtrToInt(address, word), low);
  llvm::Value* outside =
      builder.CreateZExt(builder.CreateICmpUGE(offset, bytes), word);
  builder.CreateStore(
      builder.CreateAdd(builder.CreateLoad(word, progress), outside), progress);
}

}  // namespace detsim::instrument
