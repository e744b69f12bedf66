// getaddrinfo_a(3). glibc gives its requests to threads of its own, which the
// simulation does not know of: they would call back from outside, the caller
// would wait in real time, and as they outlive a run, each would need a process
// of its own. So names are looked up in the call itself, as by getaddrinfo(3).
// gai_suspend(3), gai_error(3) and gai_cancel(3) are glibc's: to them a request
// whose result is there is one that has ended.
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/include/detsim/abi.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// A call that SIGEV_THREAD asks for.
struct Notification {
  void (*function)(sigval);
  sigval value;

  static void Run(void* argument) {
    auto* self = static_cast<Notification*>(argument);
    Notification copy = *self;
    free(self);
    copy.function(copy.value);
  }
};

void NotifyByThread(const sigevent& how) {
  scheduler.Initialize();
  auto* call = static_cast<Notification*>(malloc(sizeof(Notification)));
  *call = {how.sigev_notify_function, how.sigev_value};
  detsim_thread_detach(detsim_thread_create(&Notification::Run, call));
}

void Notify(const sigevent* how) {
  if (how == nullptr) return;
  if (how->sigev_notify == SIGEV_SIGNAL) {
    sigqueue(getpid(), how->sigev_signo, how->sigev_value);
  } else if (how->sigev_notify == SIGEV_THREAD) {
    NotifyByThread(*how);
  }
}

}  // namespace

extern "C" {

DETSIM_ABI int getaddrinfo_a(int mode, gaicb** list, int count,
                             sigevent* notify) {
  if (mode != GAI_WAIT && mode != GAI_NOWAIT) {
    errno = EINVAL;
    return EAI_SYSTEM;
  }
  for (int i = 0; i < count; ++i) {
    gaicb* request = list[i];
    if (request == nullptr) continue;
    request->__return = getaddrinfo(request->ar_name, request->ar_service,
                                    request->ar_request, &request->ar_result);
  }
  if (mode == GAI_NOWAIT) Notify(notify);
  return 0;
}

}  // extern "C"

}  // namespace detsim::runtime
