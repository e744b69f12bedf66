#include "runtime/sched/connections.h"

#include <errno.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cstring>

#include "runtime/sched/library_blocking.h"
#include "runtime/sched/raw_syscall.h"

namespace detsim::runtime {

constinit Connections connections;

namespace {

// What may be under way at once. The kernel takes more: a connection over
// loopback begins with a send buffer of some 2.6 MB, and poll(2) says that
// there is room up to two thirds of it.
constexpr uint64_t kCapacity = 3 << 19;
// Descriptors among which the other end of a connection is looked for.
constexpr int kDescriptorsMax = 1024;
// Real time that the kernel has to bring what was sent within one process. It
// has mostly done so before the sending call returns.
constexpr long kSettleMs = 200;

template <typename T>
bool Option(int fd, int level, int name, T* value) {
  socklen_t size = sizeof *value;
  return RawSyscall(SYS_getsockopt, fd, level, name,
                    reinterpret_cast<long>(value),
                    reinterpret_cast<long>(&size)) == 0;
}

uint64_t CookieOf(int fd) {
  uint64_t cookie = 0;
  return Option(fd, SOL_SOCKET, SO_COOKIE, &cookie) ? cookie : 0;
}

using Name = Connections::Name;

// `number`: getsockname or getpeername. False if it has none.
bool Ask(long number, int fd, Name* name) {
  sockaddr_storage storage = {};
  socklen_t size = sizeof storage;
  if (RawSyscall(number, fd, reinterpret_cast<long>(&storage),
                 reinterpret_cast<long>(&size)) != 0) {
    return false;
  }
  *name = {};
  if (storage.ss_family == AF_INET) {
    auto* v4 = reinterpret_cast<const sockaddr_in*>(&storage);
    name->address[10] = name->address[11] = 0xff;
    memcpy(name->address + 12, &v4->sin_addr, 4);
    name->port = v4->sin_port;
    return true;
  }
  auto* v6 = reinterpret_cast<const sockaddr_in6*>(&storage);
  memcpy(name->address, &v6->sin6_addr, sizeof name->address);
  name->port = v6->sin6_port;
  return storage.ss_family == AF_INET6;
}

bool IsStream(int fd) {
  int type = 0;
  return Option(fd, SOL_SOCKET, SO_TYPE, &type) && type == SOCK_STREAM;
}

bool Listens(int fd) {
  int listens = 0;
  return Option(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens) && listens != 0;
}

// Bytes that the kernel has of a socket: SIOCOUTQ, not acknowledged; FIONREAD,
// not read.
int Count(int fd, unsigned long request) {
  int count = 0;
  RawSyscall(SYS_ioctl, fd, static_cast<long>(request),
             reinterpret_cast<long>(&count));
  return count;
}

// Keeps errno as the program has it.
class KeptErrno {
 public:
  KeptErrno() : value_(errno) {}
  ~KeptErrno() { errno = value_; }

 private:
  int value_;
};

}  // namespace

Connections::End* Connections::Find(int fd) {
  if (!active_) return nullptr;
  KeptErrno kept;
  uint64_t cookie = CookieOf(fd);
  if (cookie == 0) return nullptr;
  if (End* end = Known(cookie)) {
    end->fd = fd;
    return end->foreign ? nullptr : end;
  }
  End* end = Register(fd, cookie);
  if (end == nullptr) return nullptr;
  if (end->peer == kNobody) FindPeer(end);
  if (Incoming(*end) > 0) Settle(end);
  return end->foreign ? nullptr : end;
}

Connections::End* Connections::Known(uint64_t cookie) {
  size_t used = std::min(registered_, kEndsMax);
  for (size_t i = 0; i < used; ++i) {
    if (ends_[i].cookie == cookie) return &ends_[i];
  }
  return nullptr;
}

Connections::End* Connections::Register(int fd, uint64_t cookie) {
  End end = {.cookie = cookie, .fd = fd};
  if (!IsStream(fd) || !Ask(SYS_getsockname, fd, &end.name) ||
      !Ask(SYS_getpeername, fd, &end.peer_name)) {
    return nullptr;
  }
  End* place = FreePlace();
  if (place == nullptr) return nullptr;
  Forget(place);
  *place = end;
  for (End& other : ends_) {
    if (other.cookie != 0 && !other.foreign && other.peer == kNobody &&
        other.name == end.peer_name && other.peer_name == end.name) {
      Link(place, &other);
      break;
    }
  }
  return place;
}

Connections::End* Connections::FreePlace() {
  for (size_t tries = 0; tries < kEndsMax; ++tries) {
    End* place = &ends_[registered_++ % kEndsMax];
    if (place->cookie == 0 || CookieOf(place->fd) != place->cookie) {
      return place;
    }
  }
  return nullptr;
}

void Connections::Link(End* one, End* other) {
  one->peer = static_cast<uint16_t>(other - ends_);
  other->peer = static_cast<uint16_t>(one - ends_);
}

void Connections::Forget(End* end) {
  if (End* peer = PeerOf(*end)) {
    peer->foreign = true;
    peer->peer = kNobody;
  }
  *end = {};
}

void Connections::FindPeer(End* end) {
  bool listener = false;
  for (int fd = 0; fd < kDescriptorsMax; ++fd) {
    Name name;
    if (fd == end->fd || !Ask(SYS_getsockname, fd, &name) ||
        name.port != end->peer_name.port) {
      continue;
    }
    Name peer_name;
    if (Listens(fd)) {
      listener = true;
    } else if (name == end->peer_name && Ask(SYS_getpeername, fd, &peer_name) &&
               peer_name == end->name) {
      // It is the kernel's if the other end is, or has no place.
      uint64_t cookie = CookieOf(fd);
      end->foreign =
          Known(cookie) != nullptr || Register(fd, cookie) == nullptr;
      return;
    }
  }
  end->foreign = !listener;
}

Connections::End* Connections::PeerOf(const End& end) {
  return end.peer != kNobody ? &ends_[end.peer] : nullptr;
}

const Connections::End* Connections::PeerOf(const End& end) const {
  return end.peer != kNobody ? &ends_[end.peer] : nullptr;
}

uint64_t Connections::Incoming(const End& end) const {
  const End* peer = PeerOf(end);
  return peer != nullptr && peer->sent > end.received
             ? peer->sent - end.received
             : 0;
}

Connections::Space Connections::SpaceOf(End* end) {
  constexpr Space kMuch = {SIZE_MAX, SIZE_MAX};
  KeptErrno kept;
  int buffer = 0;
  if (end->sends_freely || end->foreign ||
      !Option(end->fd, SOL_SOCKET, SO_SNDBUF, &buffer)) {
    return kMuch;
  }
  // The kernel counts its own data too.
  uint64_t limit = std::min(kCapacity, static_cast<uint64_t>(buffer) / 8 * 5);
  End* peer = PeerOf(*end);
  uint64_t read = peer != nullptr ? peer->received : 0;
  uint64_t under_way = end->sent > read ? end->sent - read : 0;
  if (under_way < limit) return {limit, limit - under_way};
  // Sending to one that is closed fails at once.
  if (peer != nullptr && CookieOf(peer->fd) != peer->cookie) return kMuch;
  // All was read, and nobody here was seen to: by a call that is not seen
  // (splice), or in another process that has the listening socket too.
  if (Count(end->fd, SIOCOUTQ) != 0 ||
      (peer != nullptr && Count(peer->fd, FIONREAD) != 0)) {
    return {limit, 0};
  }
  if (peer != nullptr) peer->foreign = true;
  end->foreign = true;
  return kMuch;
}

void Connections::NoteSent(End* end, size_t count) {
  KeptErrno kept;
  end->sent += count;
  if (End* peer = PeerOf(*end)) Settle(peer);
}

void Connections::NoteReceived(End* end, size_t count) {
  KeptErrno kept;
  end->received += count;
  End* peer = PeerOf(*end);
  if (peer == nullptr) return;
  // It was sent in a way that is not seen (sendfile).
  peer->sent = std::max(peer->sent, end->received);
  if (Incoming(*end) > 0) Settle(end);
}

void Connections::Settle(End* reader) {
  if (CookieOf(reader->fd) != reader->cookie) return;  // Closed.
  pollfd entry = {reader->fd, POLLIN, 0};
  auto look = [&](long ms) {
    return RawSyscall(SYS_poll, reinterpret_cast<long>(&entry), 1, ms) > 0;
  };
  if (look(0)) return;
  End* peer = PeerOf(*reader);
  if (CookieOf(peer->fd) == peer->cookie) SendHeldBack(peer->fd);
  if (look(kSettleMs)) return;
  // It was received in a way that is not seen (splice).
  peer->foreign = reader->foreign = true;
}

void Connections::SendFreely(int fd) {
  if (End* end = Find(fd)) end->sends_freely = true;
}

int Connections::HideFullOutputs(pollfd* fds, size_t count, int ready) {
  if (!active_) return ready;
  for (size_t i = 0; i < count; ++i) {
    if ((fds[i].revents & (POLLOUT | POLLERR | POLLHUP)) != POLLOUT) continue;
    End* end = Find(fds[i].fd);
    if (end == nullptr) continue;
    // As the kernel, which says so when a third is free.
    Space space = SpaceOf(end);
    if (space.room >= space.limit / 3) continue;
    fds[i].revents = static_cast<short>(fds[i].revents & ~POLLOUT);
    if (fds[i].revents == 0) --ready;
  }
  return ready;
}

}  // namespace detsim::runtime
