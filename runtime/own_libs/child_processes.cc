// What starts another program without fork(): the new one must be able to read
// the time stamp counter (worker/time_stamp_counter.h).
#include <dlfcn.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/sched/abi_support.h"
#include "runtime/worker/time_stamp_counter.h"

namespace detsim::runtime {
namespace {

// The C library's function of that name.
template <typename Function>
Function* Real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

DETSIM_ABI int posix_spawn(pid_t* pid, const char* path,
                           const posix_spawn_file_actions_t* actions,
                           const posix_spawnattr_t* attributes,
                           char* const* arguments, char* const* environment) {
  TimeStampCounterAllowed allowed;
  return Real<decltype(posix_spawn)>("posix_spawn")(
      pid, path, actions, attributes, arguments, environment);
}

DETSIM_ABI int posix_spawnp(pid_t* pid, const char* file,
                            const posix_spawn_file_actions_t* actions,
                            const posix_spawnattr_t* attributes,
                            char* const* arguments, char* const* environment) {
  TimeStampCounterAllowed allowed;
  return Real<decltype(posix_spawnp)>("posix_spawnp")(
      pid, file, actions, attributes, arguments, environment);
}

DETSIM_ABI int system(const char* command) {
  TimeStampCounterAllowed allowed;
  return Real<decltype(system)>("system")(command);
}

DETSIM_ABI FILE* popen(const char* command, const char* mode) {
  TimeStampCounterAllowed allowed;
  return Real<decltype(popen)>("popen")(command, mode);
}

// POSIX allows no more of a child made by vfork() than of one made by fork().
DETSIM_ABI pid_t vfork() noexcept { return fork(); }

}  // extern "C"

}  // namespace detsim::runtime
