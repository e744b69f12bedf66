// A system call that nothing interposes.
#ifndef DETSIM_RUNTIME_SCHED_RAW_SYSCALL_H_
#define DETSIM_RUNTIME_SCHED_RAW_SYSCALL_H_

#include <errno.h>

namespace detsim::runtime {

// As syscall(2): -1 and errno on failure.
inline long RawSyscall(long number, long a0 = 0, long a1 = 0, long a2 = 0,
                       long a3 = 0, long a4 = 0, long a5 = 0) {
  register long r10 asm("r10") = a3;
  register long r8 asm("r8") = a4;
  register long r9 asm("r9") = a5;
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a0), "S"(a1), "d"(a2), "r"(r10), "r"(r8),
                 "r"(r9)
               : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) {
    errno = static_cast<int>(-result);
    return -1;
  }
  return result;
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_RAW_SYSCALL_H_
