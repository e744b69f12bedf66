// What every C++ shim header needs: how its functions are inlined and how it
// throws what the standard library would throw, with or without exceptions.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONFIG_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONFIG_H_
#pragma GCC system_header

#include <system_error>

#include "detsim/abi.h"

// A function whose body is one call into the runtime. It has no frame of its
// own even in an unoptimised build, so the return address that the runtime
// takes belongs to the user's line.
#define DETSIM_INLINE inline __attribute__((always_inline))

// Code that touches the shims' own data where a preemption between two of its
// accesses would break an invariant; it calls nothing instrumented.
#define DETSIM_NO_PREEMPTION __attribute__((noinline, no_sanitize("thread")))

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
#define DETSIM_HAS_EXCEPTIONS 1
#else
#define DETSIM_HAS_EXCEPTIONS 0
#endif

namespace detsim {
namespace detail {

// A unit built with -fno-exceptions still throws through the library when it
// is libstdc++, as libstdc++'s own headers do.
[[noreturn]] inline void ThrowSystemError(std::errc code) {
#if DETSIM_HAS_EXCEPTIONS
  throw std::system_error(std::make_error_code(code));
#elif defined(__GLIBCXX__)
  std::__throw_system_error(static_cast<int>(code));
#else
  static_cast<void>(code);
  __builtin_trap();
#endif
}

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONFIG_H_
