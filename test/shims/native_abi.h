// A second implementation of detsim/abi.h, over real pthreads: the shims are
// tested against it alone, and it tells what they announced.
#ifndef DETSIM_TEST_SHIMS_NATIVE_ABI_H_
#define DETSIM_TEST_SHIMS_NATIVE_ABI_H_

#include <vector>

#include "detsim/abi.h"

namespace detsim_native {

struct Announcement {
  // One of DETSIM_ATOMIC_*, or kWeak for detsim_atomic_weak.
  int operation;
  const volatile void* object;
};
constexpr int kWeak = 100;

// What the calling thread has announced since the last call.
std::vector<Announcement> TakeAnnouncements();

// The next weak compare-exchange of the calling thread fails spuriously.
void FailNextWeakExchange();

}  // namespace detsim_native

#endif  // DETSIM_TEST_SHIMS_NATIVE_ABI_H_
