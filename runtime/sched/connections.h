// TCP connections whose two ends are in this process. How much of what one end
// has sent the other can read, and how much more can be sent, is the kernel's
// to say: it depends on real time (windows that tune themselves, acknowledged
// with delay). Here it depends on what both ends have sent and received: all
// that was sent can be read, and so much may be under way at once, which the
// kernel always has room for.
//
// Called by what serves calls on descriptors (library_blocking.cc,
// library_output.cc). Other sockets, and connections to other processes, are
// left to the kernel.
#ifndef DETSIM_RUNTIME_SCHED_CONNECTIONS_H_
#define DETSIM_RUNTIME_SCHED_CONNECTIONS_H_

#include <poll.h>

#include <cstddef>
#include <cstdint>

namespace detsim::runtime {

class Connections {
 public:
  static constexpr uint16_t kNobody = UINT16_MAX;
  // An address and a port; that of IPv4 as IPv6 writes it.
  struct Name {
    uint8_t address[16] = {};
    uint16_t port = 0;

    bool operator==(const Name&) const = default;
  };
  // One socket of a connection.
  struct End {
    uint64_t cookie = 0;  // The kernel's name of the socket; 0: none.
    uint64_t sent = 0;
    uint64_t received = 0;
    Name name;
    Name peer_name;
    int fd = -1;                // By which it was seen last.
    uint16_t peer = kNobody;    // Where the other end is in the table.
    bool foreign = false;       // The other end is not in this process.
    bool sends_freely = false;  // As much as the kernel takes.
  };

  constexpr Connections() = default;

  // There may be connections from now on: without a listening socket in the
  // process none of the below makes a system call.
  void Begin() { active_ = true; }
  // The kernel says when `fd` has room (epoll(7)).
  void SendFreely(int fd);

  // The end that `fd` is of a connection within the process, or null.
  End* Find(int fd);
  // Bytes that were sent to `end` and that it has not received.
  uint64_t Incoming(const End& end) const;
  // How many bytes may be sent now; many, where the kernel decides.
  size_t Room(End* end) { return SpaceOf(end).room; }

  // `count` bytes were sent or received. Returns when the other end, or this
  // one, can see what there is to be read.
  void NoteSent(End* end, size_t count);
  void NoteReceived(End* end, size_t count);

  // After poll(2): removes POLLOUT from what has no room. Returns how many
  // entries are ready then.
  int HideFullOutputs(pollfd* fds, size_t count, int ready);

 private:
  // Those that are closed make place, the oldest first.
  static constexpr size_t kEndsMax = 512;
  struct Space {
    uint64_t limit = 0;  // What may be under way.
    uint64_t room = 0;   // What is left of it.
  };

  End* Known(uint64_t cookie);
  // Null if `fd` is not connected, or there is no place.
  End* Register(int fd, uint64_t cookie);
  // Null if all are in use.
  End* FreePlace();
  void Forget(End* end);
  // Finds the other end in the process, or the socket that will accept it.
  void FindPeer(End* end);
  void Link(End* one, End* other);
  End* PeerOf(const End& end);
  const End* PeerOf(const End& end) const;
  Space SpaceOf(End* end);
  // Waits, in real time, until there is something to read.
  void Settle(End* reader);

  bool active_ = false;
  size_t registered_ = 0;
  End ends_[kEndsMax];
};

extern Connections connections;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_CONNECTIONS_H_
