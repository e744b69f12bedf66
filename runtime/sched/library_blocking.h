// Shared by the files that serve calls which wait for the real system.
#ifndef DETSIM_RUNTIME_SCHED_LIBRARY_BLOCKING_H_
#define DETSIM_RUNTIME_SCHED_LIBRARY_BLOCKING_H_

#include <sys/socket.h>

#include <cstdint>

#include "runtime/sched/raw_syscall.h"

namespace detsim::runtime {

// A call without a timeout that stops the process stops other threads too.
bool StopsOthers();

// Waits until a blocking call on `fd` would not block (`events` as for poll);
// returns at once when the call does not block or stops nobody.
void WaitFor(int fd, short events, bool may_block, const char* name,
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

// RawSyscall with arguments of any type.
template <typename... Arguments>
long Call(long number, Arguments... arguments) {
  return RawSyscall(number, Word(arguments)...);
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_LIBRARY_BLOCKING_H_
