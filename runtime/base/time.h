// Virtual time: nanoseconds since the start of the run's world.
#ifndef DETSIM_RUNTIME_BASE_TIME_H_
#define DETSIM_RUNTIME_BASE_TIME_H_

#include <compare>
#include <cstdint>

namespace detsim::runtime {

struct Instant {
  uint64_t ns = 0;

  friend constexpr auto operator<=>(Instant, Instant) = default;
};

// Later than every deadline.
inline constexpr Instant kForever{~uint64_t{0}};

// What the monotonic clock shows when a run starts: not 0, since programs
// subtract from it.
inline constexpr Instant kRunStart{1'000'000'000'000};

// System time minus monotonic time: 2023-11-14T22:13:20Z plus the start.
inline constexpr uint64_t kSystemClockOffsetNs = 1'700'000'000'000'000'000;

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_BASE_TIME_H_
