// Shared by the files that serve calls which wait for the real system.
#ifndef DETSIM_RUNTIME_SCHED_LIBRARY_BLOCKING_H_
#define DETSIM_RUNTIME_SCHED_LIBRARY_BLOCKING_H_

#include <sys/socket.h>
#include <sys/syscall.h>

#include <cstdint>

#include "runtime/race/race_detector.h"
#include "runtime/sched/connections.h"
#include "runtime/sched/raw_syscall.h"

namespace detsim::runtime {

// A call without a timeout that stops the process stops other threads too.
bool StopsOthers();

// The end of a connection within the process that `fd` is, in a run, or null.
Connections::End* ConnectionOf(int fd);

// Has what Nagle's algorithm holds back sent at once (library_output.cc).
void SendHeldBack(int fd);

// Waits until a blocking call on `fd` would not block (`events` as for poll);
// returns true at once when the call does not block or stops nobody. False if
// the socket's own time-out (SO_RCVTIMEO, SO_SNDTIMEO) has passed, in virtual
// time: the call fails, and errno says so.
bool WaitFor(int fd, short events, bool may_block, const char* name,
             uintptr_t pc);

inline bool Blocks(int flags) { return (flags & MSG_DONTWAIT) == 0; }

template <typename T>
long Word(T value) {
  if constexpr (__is_pointer(T)) {
    return reinterpret_cast<long>(value);
  } else {
    return static_cast<long>(value);
  }
}

constexpr bool IsOutput(long number) {
  return number == SYS_write || number == SYS_writev || number == SYS_sendto ||
         number == SYS_sendmsg;
}

// Stands for all that is outside, to the race detector.
inline char real_system = 0;

// RawSyscall with arguments of any type. Which output is whose input is the
// real system's secret, so for the race detector all that was written happened
// before all that is read.
template <typename... Arguments>
long Call(long number, Arguments... arguments) {
  if (IsOutput(number)) races.Release(&real_system);
  long result = RawSyscall(number, Word(arguments)...);
  if (!IsOutput(number)) races.Acquire(&real_system);
  return result;
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_LIBRARY_BLOCKING_H_
