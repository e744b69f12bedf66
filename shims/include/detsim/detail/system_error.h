// Throwing std::system_error, with or without exceptions.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_SYSTEM_ERROR_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_SYSTEM_ERROR_H_
#pragma GCC system_header

#include <cerrno>
#if defined(__GLIBCXX__)
#include <bits/functexcept.h>
#else
#include <system_error>
#endif

#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

// `error` is errno's, in the generic category. libstdc++ throws from within
// the library, so a unit built with -fno-exceptions throws too, as it does
// with std; and <system_error> need not be read.
[[noreturn]] inline void ThrowSystemError(int error) {
#if defined(__GLIBCXX__)
  std::__throw_system_error(error);
#elif DETSIM_HAS_EXCEPTIONS
  throw std::system_error(error, std::generic_category());
#else
  static_cast<void>(error);
  __builtin_trap();
#endif
}

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_SYSTEM_ERROR_H_
