// DETSIM_CHECK: broken invariants of our own end the process in every build,
// after saying what broke. Never used for what a user or their program did.
#ifndef DETSIM_RUNTIME_BASE_CHECK_H_
#define DETSIM_RUNTIME_BASE_CHECK_H_

namespace detsim::runtime {

// Called with the text of the broken invariant before the process aborts; the
// worker sets it to one that adds test, seed and step. May be null.
extern void (*check_failure_hook)(const char* text);

// Prints "detsim: internal error: FILE:LINE: TEXT" with raw system calls and
// aborts. Safe in a signal handler.
[[noreturn]] void CheckFailed(const char* file, int line, const char* text);

}  // namespace detsim::runtime

#define DETSIM_CHECK(condition)       \
  (__builtin_expect(!!(condition), 1) \
       ? (void)0                      \
       : ::detsim::runtime::CheckFailed(__FILE__, __LINE__, #condition))

#endif  // DETSIM_RUNTIME_BASE_CHECK_H_
