// Calls that wait for the real system: pipes, sockets, terminals, epoll,
// eventfd. What they read and write is in library_input.cc and
// library_output.cc. None of this is simulated, but a thread that waits there
// must not stop the others, who may be the ones to write. So it sleeps in
// virtual time and looks again, a little later each time; only when nobody else
// can run and no time will change that, the process waits. Such waits are
// counted (escapes).
//
// Calls outside of runs go straight to the system, and so do those without a
// timeout as long as there is no other thread.
#include "runtime/sched/library_blocking.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/connections.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kNsPerSecond = 1'000'000'000;
bool Simulated() { return scheduler.running() && !scheduler.forked_child(); }

// Repeats `look(real_ms)`, which waits at most so long in real time, until it
// returns something else than 0 or until `deadline` has passed.
template <typename Look>
long WaitForReal(const char* name, uintptr_t pc, Instant deadline, Look look) {
  long result = look(0);
  if (result != 0 || scheduler.now() >= deadline) return result;
  NoteEscape(name);
  RealWait wait;
  wait.task = scheduler.current();
  wait.look = [](void* context, long real_ms) {
    return (*static_cast<Look*>(context))(real_ms);
  };
  wait.context = &look;
  wait.task->pending = {.kind = OperationKind::kLibraryWait, .pc = pc};
  scheduler.BlockOnReal(&wait, deadline);
  return wait.result;
}

long RealPoll(pollfd* fds, nfds_t count, long ms) {
  return RawSyscall(SYS_poll, reinterpret_cast<long>(fds),
                    static_cast<long>(count), ms);
}

// The same in a run.
long Poll(pollfd* fds, nfds_t count, long ms) {
  long ready = RealPoll(fds, count, ms);
  if (ready <= 0) return ready;
  return connections.HideFullOutputs(fds, count, static_cast<int>(ready));
}

Instant After(uint64_t ns) {
  return Instant{scheduler.NowAfterComputing().ns + ns};
}

Instant AfterMs(int ms) {
  return ms < 0 ? kForever : After(static_cast<uint64_t>(ms) * 1'000'000);
}

Instant AfterTimespec(const timespec* t) {
  if (t == nullptr) return kForever;
  return After(static_cast<uint64_t>(t->tv_sec) * kNsPerSecond +
               static_cast<uint64_t>(t->tv_nsec));
}

// When a blocking call on `fd` gives up: sockets have time-outs (socket(7)).
Instant SocketDeadline(int fd, short events) {
  timeval timeout = {};
  socklen_t size = sizeof timeout;
  int option = events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO;
  int before = errno;
  bool set = getsockopt(fd, SOL_SOCKET, option, &timeout, &size) == 0 &&
             (timeout.tv_sec != 0 || timeout.tv_usec != 0);
  errno = before;
  return set ? After(static_cast<uint64_t>(timeout.tv_sec) * kNsPerSecond +
                     static_cast<uint64_t>(timeout.tv_usec) * 1000)
             : kForever;
}

// select() leaves its sets alone until something is ready.
struct Sets {
  fd_set* const user[3];
  int count;

  long Select(long ms) const {
    fd_set copies[3];
    fd_set* given[3] = {};
    for (int i = 0; i < 3; ++i) {
      if (user[i] == nullptr) continue;
      copies[i] = *user[i];
      given[i] = &copies[i];
    }
    timeval timeout = {0, ms * 1000};
    long ready =
        Call(SYS_select, count, given[0], given[1], given[2], &timeout);
    if (ready > 0 && given[1] != nullptr) ready -= HideFull(given[1]);
    for (int i = 0; i < 3 && ready > 0; ++i) {
      if (user[i] != nullptr) *user[i] = copies[i];
    }
    return ready;
  }
  // Removes from `out` what has no room; returns how many.
  int HideFull(fd_set* out) const {
    int hidden = 0;
    for (int fd = 0; fd < count; ++fd) {
      if (!FD_ISSET(fd, out)) continue;
      pollfd entry = {fd, POLLOUT, POLLOUT};
      if (connections.HideFullOutputs(&entry, 1, 1) != 0) continue;
      FD_CLR(fd, out);
      ++hidden;
    }
    return hidden;
  }
  int Wait(Instant deadline, uintptr_t pc) const {
    long ready = WaitForReal("polled select", pc, deadline,
                             [this](long ms) { return Select(ms); });
    for (int i = 0; i < 3 && ready == 0; ++i) {
      if (user[i] != nullptr) FD_ZERO(user[i]);
    }
    return static_cast<int>(ready);
  }
};

// Applies a signal mask for a while; null leaves it as it is.
class SignalMask {
 public:
  explicit SignalMask(const sigset_t* mask) : active_(mask != nullptr) {
    if (active_) sigprocmask(SIG_SETMASK, mask, &before_);
  }
  ~SignalMask() {
    if (active_) sigprocmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  bool active_;
  sigset_t before_;
};

}  // namespace

Connections::End* ConnectionOf(int fd) {
  return Simulated() ? connections.Find(fd) : nullptr;
}

bool StopsOthers() { return Simulated() && scheduler.live_threads() > 0; }

bool WaitFor(int fd, short events, bool may_block, const char* name,
             uintptr_t pc) {
  if (!may_block || !Simulated()) return true;
  pollfd entry = {fd, events, 0};
  if (Poll(&entry, 1, 0) != 0) return true;
  long flags = RawSyscall(SYS_fcntl, fd, F_GETFL);
  if (flags < 0 || (flags & O_NONBLOCK) != 0) return true;
  Instant deadline = SocketDeadline(fd, events);
  if (deadline == kForever && !StopsOthers()) return true;
  long ready = WaitForReal(name, pc, deadline,
                           [&](long ms) { return Poll(&entry, 1, ms); });
  if (ready == 0) errno = EAGAIN;
  return ready != 0;
}

extern "C" {

DETSIM_ABI int poll(pollfd* fds, nfds_t count, int ms) {
  if (!Simulated()) return static_cast<int>(RealPoll(fds, count, ms));
  return static_cast<int>(
      WaitForReal("polled poll", DETSIM_CALLER, AfterMs(ms),
                  [=](long real_ms) { return Poll(fds, count, real_ms); }));
}

DETSIM_ABI int __poll_chk(pollfd* fds, nfds_t count, int ms, size_t room) {
  if (count > room / sizeof *fds) abort();
  return poll(fds, count, ms);
}

DETSIM_ABI int ppoll(pollfd* fds, nfds_t count, const timespec* timeout,
                     const sigset_t* mask) {
  constexpr size_t kMaskBytes = 8;  // The kernel's sigset_t.
  if (!Simulated()) {
    timespec left = timeout != nullptr ? *timeout : timespec{};
    return static_cast<int>(Call(SYS_ppoll, fds, count,
                                 timeout != nullptr ? &left : nullptr, mask,
                                 kMaskBytes));
  }
  SignalMask masked(mask);
  return static_cast<int>(
      WaitForReal("polled ppoll", DETSIM_CALLER, AfterTimespec(timeout),
                  [=](long real_ms) { return Poll(fds, count, real_ms); }));
}

DETSIM_ABI int select(int count, fd_set* in, fd_set* out, fd_set* exceptional,
                      timeval* timeout) {
  if (!Simulated()) {
    return static_cast<int>(
        Call(SYS_select, count, in, out, exceptional, timeout));
  }
  Instant deadline =
      timeout == nullptr
          ? kForever
          : After(static_cast<uint64_t>(timeout->tv_sec) * kNsPerSecond +
                  static_cast<uint64_t>(timeout->tv_usec) * 1000);
  return Sets{{in, out, exceptional}, count}.Wait(deadline, DETSIM_CALLER);
}

DETSIM_ABI int pselect(int count, fd_set* in, fd_set* out, fd_set* exceptional,
                       const timespec* timeout, const sigset_t* mask) {
  SignalMask masked(mask);
  if (!Simulated()) {
    timespec left = timeout != nullptr ? *timeout : timespec{};
    return static_cast<int>(Call(SYS_pselect6, count, in, out, exceptional,
                                 timeout != nullptr ? &left : nullptr, 0));
  }
  return Sets{{in, out, exceptional}, count}.Wait(AfterTimespec(timeout),
                                                  DETSIM_CALLER);
}

DETSIM_ABI int epoll_pwait(int fd, epoll_event* events, int count, int ms,
                           const sigset_t* mask) {
  constexpr size_t kMaskBytes = 8;
  if (!Simulated()) {
    return static_cast<int>(
        Call(SYS_epoll_pwait, fd, events, count, ms, mask, kMaskBytes));
  }
  SignalMask masked(mask);
  return static_cast<int>(WaitForReal(
      "polled epoll_wait", DETSIM_CALLER, AfterMs(ms), [=](long real_ms) {
        return Call(SYS_epoll_pwait, fd, events, count, real_ms, 0, 0);
      }));
}

DETSIM_ABI int epoll_wait(int fd, epoll_event* events, int count, int ms) {
  if (!Simulated()) {
    return static_cast<int>(Call(SYS_epoll_pwait, fd, events, count, ms, 0, 0));
  }
  return static_cast<int>(WaitForReal(
      "polled epoll_wait", DETSIM_CALLER, AfterMs(ms), [=](long real_ms) {
        return Call(SYS_epoll_pwait, fd, events, count, real_ms, 0, 0);
      }));
}

}  // extern "C"

}  // namespace detsim::runtime
