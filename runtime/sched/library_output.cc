// Output to the real system. A blocking call gives a pipe or a stream socket
// all that it is given, however little fits at a time; whoever reads it may be
// another thread, so what does not fit is given piece by piece. Anything else
// (a file, a datagram, an eventfd) takes one call whole. What TCP has been
// given is sent at once.
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/library_blocking.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// Nobody else is there to be stopped, and how much it takes is not ours to say.
bool LeftAlone(int fd) { return !StopsOthers() && ConnectionOf(fd) == nullptr; }

// What a pipe takes without blocking when poll() says that it can be written
// to: PIPE_BUF (pipe(7)).
constexpr size_t kPipePiece = 4096;

// kStreamNow: a stream socket of a connection within the process that does not
// block, and takes what there is room for.
enum class Taker { kWhole, kPipe, kStream, kStreamNow };

Taker TakerOf(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0) return Taker::kWhole;
  bool pipe = S_ISFIFO(status.st_mode);
  if (!pipe && !S_ISSOCK(status.st_mode)) return Taker::kWhole;
  long flags = Call(SYS_fcntl, fd, F_GETFL);
  if (flags < 0) return Taker::kWhole;
  if ((flags & O_NONBLOCK) != 0) {
    return !pipe && ConnectionOf(fd) != nullptr ? Taker::kStreamNow
                                                : Taker::kWhole;
  }
  if (pipe) return Taker::kPipe;
  int type = 0;
  socklen_t size = sizeof type;
  bool stream = getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
                type == SOCK_STREAM;
  return stream ? Taker::kStream : Taker::kWhole;
}

// Of send(2), which need not wait: kWhole, kStream or kStreamNow.
Taker StreamOf(int fd, int flags) {
  if (!Blocks(flags)) {
    return ConnectionOf(fd) != nullptr ? Taker::kStreamNow : Taker::kWhole;
  }
  Taker taker = TakerOf(fd);
  return taker == Taker::kPipe ? Taker::kWhole : taker;
}

// Call, for output.
template <typename... Arguments>
long Give(long number, int fd, Arguments... arguments) {
  long given = Call(number, fd, arguments...);
  if (given <= 0) return given;
  SendHeldBack(fd);
  if (scheduler.running()) scheduler.NoteRealEffect();
  if (Connections::End* end = ConnectionOf(fd)) {
    connections.NoteSent(end, static_cast<size_t>(given));
  }
  return given;
}

struct Output {
  int fd;
  int flags;  // send()'s.
  const char* name;
  uintptr_t pc;
};

// As write(2) to a descriptor that takes pieces: all of them if it blocks.
ssize_t GivePieces(const Output& output, Taker taker, const void* from,
                   size_t size) {
  auto* data = static_cast<const char*>(from);
  size_t done = 0;
  while (done < size) {
    if (taker != Taker::kStreamNow &&
        !WaitFor(output.fd, POLLOUT, true, output.name, output.pc)) {
      return done > 0 ? static_cast<ssize_t>(done) : -1;
    }
    Connections::End* end =
        taker != Taker::kPipe ? ConnectionOf(output.fd) : nullptr;
    size_t room = end != nullptr ? connections.Room(end) : size;
    long given = -1;
    if (room == 0 && taker == Taker::kStreamNow) {
      errno = EAGAIN;
    } else if (taker == Taker::kPipe) {
      given = Give(SYS_write, output.fd, data + done,
                   std::min(kPipePiece, size - done));
    } else {
      // Without room it has not waited, since there is nobody else: as would
      // the call.
      given = Give(SYS_sendto, output.fd, data + done,
                   std::min(room != 0 ? room : size, size - done),
                   output.flags | (room != 0 ? MSG_DONTWAIT : 0), 0, 0);
    }
    if (given < 0) return done > 0 ? static_cast<ssize_t>(done) : given;
    done += static_cast<size_t>(given);
  }
  return static_cast<ssize_t>(done);
}

// The same from several places, after the first `skipped` bytes.
ssize_t GivePieces(const Output& output, Taker taker, const iovec* from,
                   size_t count, size_t skipped) {
  size_t done = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t skip = std::min(skipped, from[i].iov_len);
    skipped -= skip;
    size_t size = from[i].iov_len - skip;
    ssize_t given = GivePieces(
        output, taker, static_cast<const char*>(from[i].iov_base) + skip, size);
    if (given < 0) return done > 0 ? static_cast<ssize_t>(done) : given;
    done += static_cast<size_t>(given);
    if (static_cast<size_t>(given) < size) break;
  }
  return static_cast<ssize_t>(done);
}

size_t SizeOf(const iovec* from, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) size += from[i].iov_len;
  return size;
}

}  // namespace

// Nagle's algorithm holds a small piece back until what was sent before it is
// acknowledged, which the kernel puts off for 40 ms of its own time. The time
// of the run would go over the time-out of whoever waits for that piece, and
// when it comes would not be a function of the run. Switching the algorithm off
// sends what is held back (tcp(7)); then it is on again, as the program has it.
void SendHeldBack(int fd) {
  if (!scheduler.running()) return;
  int before = errno;
  int off = 0;
  socklen_t size = sizeof off;
  if (getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &off, &size) == 0 && off == 0) {
    for (off = 1; off >= 0; --off) {
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &off, sizeof off);
    }
  }
  errno = before;
}

extern "C" {

DETSIM_ABI ssize_t write(int fd, const void* from, size_t size) {
  if (LeftAlone(fd)) return Give(SYS_write, fd, from, size);
  const Output output = {fd, 0, "polled write", DETSIM_CALLER};
  Taker taker = TakerOf(fd);
  if (taker != Taker::kWhole && size > 0) {
    return GivePieces(output, taker, from, size);
  }
  if (!WaitFor(fd, POLLOUT, true, output.name, output.pc)) return -1;
  return Give(SYS_write, fd, from, size);
}

DETSIM_ABI ssize_t writev(int fd, const iovec* from, int count) {
  if (LeftAlone(fd)) return Give(SYS_writev, fd, from, count);
  const Output output = {fd, 0, "polled writev", DETSIM_CALLER};
  Taker taker = TakerOf(fd);
  auto parts = static_cast<size_t>(std::max(count, 0));
  // A pipe takes little whole or not at all (PIPE_BUF).
  if (taker == Taker::kStream || taker == Taker::kStreamNow ||
      (taker == Taker::kPipe && SizeOf(from, parts) > kPipePiece)) {
    return GivePieces(output, taker, from, parts, 0);
  }
  if (!WaitFor(fd, POLLOUT, true, output.name, output.pc)) return -1;
  return Give(SYS_writev, fd, from, count);
}

DETSIM_ABI ssize_t send(int fd, const void* from, size_t size, int flags) {
  if (LeftAlone(fd)) return Give(SYS_sendto, fd, from, size, flags, 0, 0);
  const Output output = {fd, flags, "polled send", DETSIM_CALLER};
  Taker taker = StreamOf(fd, flags);
  if (taker != Taker::kWhole && size > 0) {
    return GivePieces(output, taker, from, size);
  }
  if (!WaitFor(fd, POLLOUT, Blocks(flags), output.name, output.pc)) return -1;
  return Give(SYS_sendto, fd, from, size, flags, 0, 0);
}

DETSIM_ABI ssize_t sendto(int fd, const void* from, size_t size, int flags,
                          const sockaddr* to, socklen_t to_size) {
  if (to == nullptr) return send(fd, from, size, flags);
  if (!WaitFor(fd, POLLOUT, Blocks(flags), "polled sendto", DETSIM_CALLER))
    return -1;
  return Give(SYS_sendto, fd, from, size, flags, to, to_size);
}

DETSIM_ABI ssize_t sendmsg(int fd, const msghdr* message, int flags) {
  if (LeftAlone(fd)) return Give(SYS_sendmsg, fd, message, flags);
  const Output output = {fd, flags, "polled sendmsg", DETSIM_CALLER};
  if (!WaitFor(fd, POLLOUT, Blocks(flags), output.name, output.pc)) return -1;
  Taker taker = StreamOf(fd, flags);
  if (taker != Taker::kWhole && ConnectionOf(fd) != nullptr) {
    return GivePieces(output, taker, message->msg_iov, message->msg_iovlen, 0);
  }
  if (taker != Taker::kStream) return Give(SYS_sendmsg, fd, message, flags);
  // What goes with it (descriptors) goes with its first byte.
  long sent = Give(SYS_sendmsg, fd, message, flags | MSG_DONTWAIT);
  if (sent < 0) return sent;
  ssize_t rest = GivePieces(output, Taker::kStream, message->msg_iov,
                            message->msg_iovlen, static_cast<size_t>(sent));
  return sent + std::max<ssize_t>(rest, 0);
}

}  // extern "C"

}  // namespace detsim::runtime
