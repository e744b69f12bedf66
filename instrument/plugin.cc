// The plugin that clang loads with -fpass-plugin: after all other passes,
// clang's own instrumentation among them, and before code generation.
#include "instrument/inline_accesses.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

namespace {

// False: the usual code generation follows.
bool BeforeCodeGeneration(llvm::Module& module, llvm::TargetMachine&,
                          llvm::CodeGenFileType, llvm::raw_pwrite_stream&) {
  for (llvm::Function& function : module)
    detsim::instrument::InlineAccesses(function);
  return false;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {.APIVersion = LLVM_PLUGIN_API_VERSION,
          .PluginName = "detsim",
          .PluginVersion = "1",
          .RegisterPassBuilderCallbacks = [](llvm::PassBuilder&) {},
          .PreCodeGenCallback = BeforeCodeGeneration};
}
