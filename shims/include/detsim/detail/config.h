// What every C++ shim header needs. Light: it includes nothing but the ABI.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONFIG_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONFIG_H_
#pragma GCC system_header

#include "detsim/abi.h"

// A function whose body is one call into the runtime. It has no frame of its
// own even in an unoptimised build, so the return address that the runtime
// takes belongs to the user's line.
#define DETSIM_INLINE inline __attribute__((always_inline))

namespace detsim {
namespace detail {

// The runtime pairs an announcement with the next atomic instruction. An object
// that has none, since it is too large for one, has a fence in its place.
template <typename T>
DETSIM_INLINE void PairAnnouncement() noexcept {
  if (!__atomic_always_lock_free(sizeof(T), nullptr)) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
}

}  // namespace detail
}  // namespace detsim

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
#define DETSIM_HAS_EXCEPTIONS 1
#else
#define DETSIM_HAS_EXCEPTIONS 0
#endif

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONFIG_H_
