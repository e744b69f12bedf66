#include "runtime/worker/statics.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/base/check.h"
#include "runtime/base/runtime_memory.h"
#include "runtime/sched/scheduler.h"

// The executable's own, from the linker. Entries with a priority come first.
extern "C" __attribute__((visibility("hidden")))
const detsim::runtime::InitFunction __init_array_start[];
extern "C" __attribute__((visibility("hidden")))
const detsim::runtime::InitFunction __init_array_end[];

namespace detsim::runtime {
namespace {

// Of processor time: initialisers that take longer are looked at in runs.
constexpr rlim_t kProbeSeconds = 10;
constexpr unsigned kProbeRealSeconds = 60;  // If they wait for the system.

// Shared with the probing child: 0, or the number of threads and main.
volatile uint32_t* probe_result = nullptr;

struct Statics {
  InitFunction self = nullptr;
  MainFunction main = nullptr;
};
constinit Statics statics;

int RunWithStatics(int count, char** arguments, char** environment) {
  bool found = false;
  for (const InitFunction* entry = __init_array_start;
       entry != __init_array_end; ++entry) {
    if (found) (*entry)(count, arguments, environment);
    if (*entry == statics.self) found = true;
  }
  DETSIM_CHECK(found);
  scheduler.EndStaticInitialisers();
  return statics.main(count, arguments, environment);
}

// What the initialisers print belongs to the runs, not to a probe.
void BeSilent() {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  close(null);
}

}  // namespace

uint32_t CountStaticThreads(bool* probing) {
  *probing = false;
  void* shared = MapRuntimeMemory(sizeof *probe_result, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS, -1);
  probe_result = static_cast<volatile uint32_t*>(shared);
  pid_t pid = fork();
  DETSIM_CHECK(pid >= 0);
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const rlimit time = {kProbeSeconds, kProbeSeconds + 1};
    setrlimit(RLIMIT_CPU, &time);
    alarm(kProbeRealSeconds);
    BeSilent();
    *probing = true;
    return 0;
  }
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  uint32_t result = *probe_result;
  return result == 0 ? UINT32_MAX : result - 1;
}

void EndProbe() {
  *probe_result = static_cast<uint32_t>(scheduler.threads().size());
  _exit(0);
}

MainFunction MainWithStatics(InitFunction self, MainFunction main) {
  statics = {.self = self, .main = main};
  return &RunWithStatics;
}

}  // namespace detsim::runtime
