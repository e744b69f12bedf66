/* The atomic builtins of GCC and Clang: each call announces its operation and
 * then performs it with the builtin itself. Arguments are evaluated before the
 * announcement, once. The replacements are macros, like the builtins names
 * that can only be called: over templates in C++, which take arguments with
 * commas in them, over statement expressions in C. */
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_ATOMIC_BUILTINS_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_ATOMIC_BUILTINS_H_
#pragma GCC system_header

#include "detsim/detail/builtins_c11.h"
#ifdef __cplusplus
#include "detsim/detail/builtins_cxx.h"
#else
#include "detsim/detail/builtins_c.h"
#endif

#endif /* DETSIM_SHIMS_INCLUDE_DETSIM_POSIX_ATOMIC_BUILTINS_H_ */
