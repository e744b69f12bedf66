// What makes a runtime the one of --own_libs.
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "runtime/fiber/thread_block.h"
#include "runtime/sched/own_libs.h"
#include "runtime/sched/scheduler.h"

// From the linker: the section of forward.h.
extern "C" __attribute__((visibility("hidden")))
const char __start_detsim_library_calls[];
extern "C" __attribute__((visibility("hidden")))
const char __stop_detsim_library_calls[];

namespace detsim::runtime {

constinit const bool own_libs = true;
const CodeRange library_calls = {
    reinterpret_cast<uintptr_t>(__start_detsim_library_calls),
    reinterpret_cast<uintptr_t>(__stop_detsim_library_calls)};

namespace {

void Say(const char* text) {
  [[maybe_unused]] ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
}

// Before the constructors of shared libraries, which may lock and start
// threads.
void BeforeLibraries(int, char**, char**) {
  if (const char* problem = PrepareThreadBlocks()) {
    Say("detsim: ");
    Say(problem);
    Say("\n");
    constexpr int kExitBuild = 3;
    _exit(kExitBuild);
  }
  // The process that started this one may have been under control too.
  prctl(PR_SET_TSC, PR_TSC_ENABLE);
  scheduler.Initialize();
}

__attribute__((used, section(".preinit_array"))) void (*before_libraries)(
    int, char**, char**) = &BeforeLibraries;

}  // namespace

}  // namespace detsim::runtime
