// What the C library would look up about a thread, given a pthread_t that is
// one of ours (--own_libs).
#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
extern "C" {

DETSIM_ABI int pthread_getattr_np(pthread_t thread,
                                  pthread_attr_t* attributes) noexcept {
  const Task& task = *reinterpret_cast<const Task*>(thread);
  int error = pthread_attr_init(attributes);
  if (error != 0) return error;
  pthread_attr_setdetachstate(attributes, task.detached
                                              ? PTHREAD_CREATE_DETACHED
                                              : PTHREAD_CREATE_JOINABLE);
  return pthread_attr_setstack(
      attributes, task.stack.low,
      static_cast<size_t>(task.stack.high - task.stack.low));
}

// There is one real thread, which whoever runs is sent the signal by.
DETSIM_ABI int pthread_kill(pthread_t, int signal) noexcept {
  if (signal == 0) return 0;
  NoteEscape("pthread_kill");
  return raise(signal) == 0 ? 0 : errno;
}

DETSIM_ABI int pthread_getcpuclockid(pthread_t, clockid_t* clock) noexcept {
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

}  // extern "C"
}  // namespace detsim::runtime
