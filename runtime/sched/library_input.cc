// Input from the real system. A connection within the process gives all that
// was sent to it, if that much is asked for, whatever the kernel has brought so
// far (connections.h).
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/library_blocking.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

using End = Connections::End;

// Of recv(2): what does not take the next bytes from the stream.
constexpr int kOtherwise = MSG_PEEK | MSG_OOB | MSG_ERRQUEUE | MSG_TRUNC;

// Call, for input; `end` may be null.
template <typename... Arguments>
long Take(End* end, long number, int fd, Arguments... arguments) {
  long taken = Call(number, fd, arguments...);
  if (taken <= 0) return taken;
  if (scheduler.running()) scheduler.NoteRealEffect();
  if (end != nullptr) {
    connections.NoteReceived(end, static_cast<size_t>(taken));
  }
  return taken;
}

// All that was sent, up to `size`; if nothing was, as the kernel says: the end,
// an error, or nothing yet.
long TakeSent(End* end, int fd, void* to, size_t size, int flags) {
  auto* data = static_cast<char*>(to);
  size_t planned =
      static_cast<size_t>(std::min<uint64_t>(size, connections.Incoming(*end)));
  flags &= ~MSG_WAITALL;  // Whoever gives it calls again.
  if (planned == 0) return Take(end, SYS_recvfrom, fd, to, size, flags, 0, 0);
  size_t done = 0;
  while (done < planned) {
    long taken = Take(end, SYS_recvfrom, fd, data + done, planned - done,
                      flags | MSG_DONTWAIT, 0, 0);
    if (taken <= 0) return done > 0 ? static_cast<long>(done) : taken;
    done += static_cast<size_t>(taken);
  }
  return static_cast<long>(done);
}

// The same to several places.
long TakeSent(End* end, int fd, const iovec* to, size_t count, int flags) {
  long done = 0;
  for (size_t i = 0; i < count && connections.Incoming(*end) > 0; ++i) {
    if (to[i].iov_len == 0) continue;
    long taken = TakeSent(end, fd, to[i].iov_base, to[i].iov_len, flags);
    if (taken <= 0) return done > 0 ? done : taken;
    done += taken;
  }
  return done;
}

long Receive(int fd, void* to, size_t size, int flags) {
  End* end = (flags & kOtherwise) == 0 ? ConnectionOf(fd) : nullptr;
  if (end == nullptr) return Take(end, SYS_recvfrom, fd, to, size, flags, 0, 0);
  return TakeSent(end, fd, to, size, flags);
}

}  // namespace

extern "C" {

DETSIM_ABI ssize_t read(int fd, void* to, size_t size) {
  if (!WaitFor(fd, POLLIN, true, "polled read", DETSIM_CALLER)) return -1;
  End* end = ConnectionOf(fd);
  if (end == nullptr) return Take(end, SYS_read, fd, to, size);
  return TakeSent(end, fd, to, size, 0);
}

DETSIM_ABI ssize_t readv(int fd, const iovec* to, int count) {
  if (!WaitFor(fd, POLLIN, true, "polled readv", DETSIM_CALLER)) return -1;
  End* end = ConnectionOf(fd);
  if (end == nullptr || count < 0 || connections.Incoming(*end) == 0) {
    return Take(end, SYS_readv, fd, to, count);
  }
  return TakeSent(end, fd, to, static_cast<size_t>(count), 0);
}

DETSIM_ABI ssize_t recv(int fd, void* to, size_t size, int flags) {
  auto* data = static_cast<char*>(to);
  size_t done = 0;
  do {
    long taken = -1;
    if (WaitFor(fd, POLLIN, Blocks(flags), "polled recv", DETSIM_CALLER)) {
      taken = Receive(fd, data + done, size - done, flags);
    }
    if (taken <= 0) return done > 0 ? static_cast<ssize_t>(done) : taken;
    done += static_cast<size_t>(taken);
  } while (done < size && (flags & MSG_WAITALL) != 0 && Blocks(flags) &&
           (flags & kOtherwise) == 0 && ConnectionOf(fd) != nullptr);
  return static_cast<ssize_t>(done);
}

DETSIM_ABI ssize_t recvfrom(int fd, void* to, size_t size, int flags,
                            sockaddr* from, socklen_t* from_size) {
  if (!WaitFor(fd, POLLIN, Blocks(flags), "polled recvfrom", DETSIM_CALLER))
    return -1;
  if (from == nullptr) return Receive(fd, to, size, flags);
  End* end = (flags & kOtherwise) == 0 ? ConnectionOf(fd) : nullptr;
  return Take(end, SYS_recvfrom, fd, to, size, flags, from, from_size);
}

DETSIM_ABI ssize_t recvmsg(int fd, msghdr* message, int flags) {
  if (!WaitFor(fd, POLLIN, Blocks(flags), "polled recvmsg", DETSIM_CALLER))
    return -1;
  End* end = (flags & kOtherwise) == 0 ? ConnectionOf(fd) : nullptr;
  if (end == nullptr || (flags & MSG_WAITALL) != 0 ||
      connections.Incoming(*end) == 0) {
    return Take(end, SYS_recvmsg, fd, message, flags);
  }
  // A TCP connection gives neither a name nor anything besides.
  message->msg_namelen = 0;
  message->msg_controllen = 0;
  message->msg_flags = 0;
  return TakeSent(end, fd, message->msg_iov, message->msg_iovlen, flags);
}

DETSIM_ABI int accept(int fd, sockaddr* peer, socklen_t* size) {
  if (!WaitFor(fd, POLLIN, true, "polled accept", DETSIM_CALLER)) return -1;
  return static_cast<int>(Call(SYS_accept, fd, peer, size));
}

DETSIM_ABI int accept4(int fd, sockaddr* peer, socklen_t* size, int flags) {
  if (!WaitFor(fd, POLLIN, true, "polled accept4", DETSIM_CALLER)) return -1;
  return static_cast<int>(Call(SYS_accept4, fd, peer, size, flags));
}

// What _FORTIFY_SOURCE makes of some of the above.
DETSIM_ABI ssize_t __read_chk(int fd, void* to, size_t size, size_t room) {
  if (size > room) abort();
  return read(fd, to, size);
}

DETSIM_ABI ssize_t __recv_chk(int fd, void* to, size_t size, size_t room,
                              int flags) {
  if (size > room) abort();
  return recv(fd, to, size, flags);
}

DETSIM_ABI ssize_t __recvfrom_chk(int fd, void* to, size_t size, size_t room,
                                  int flags, sockaddr* from,
                                  socklen_t* from_size) {
  if (size > room) abort();
  return recvfrom(fd, to, size, flags, from, from_size);
}

// ---- What makes connections, and who waits for them ----

DETSIM_ABI int listen(int fd, int backlog) {
  connections.Begin();
  return static_cast<int>(Call(SYS_listen, fd, backlog));
}

// Readiness is the kernel's own there, and it says once only that there is room
// (EPOLLET): it is the kernel, then, that says how much.
DETSIM_ABI int epoll_ctl(int epoll, int operation, int fd, epoll_event* event) {
  if (scheduler.running()) connections.SendFreely(fd);
  return static_cast<int>(RawSyscall(SYS_epoll_ctl, epoll, operation, fd,
                                     reinterpret_cast<long>(event)));
}

}  // extern "C"

}  // namespace detsim::runtime
