// From the durations and time points of the timed functions to the ABI's
// deadlines: nanoseconds on the virtual monotonic clock, rounded up and
// saturated, so that hours::max() waits for ever instead of overflowing.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_DEADLINE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_DEADLINE_H_
#pragma GCC system_header

#include <chrono>
#include <cstdint>
#include <ratio>
#include <type_traits>

#include "detsim/detail/config.h"
#include "detsim/std/chrono.h"

namespace detsim {
namespace detail {

// Nanoseconds, rounded up; 0 for negative ones and NaN, DETSIM_FOREVER for
// what does not fit. long double has the 64 bits that no integer duration up
// to there loses.
template <typename Rep, typename Period>
std::uint64_t CeilNanoseconds(const std::chrono::duration<Rep, Period>& time) {
  using Wide = std::chrono::duration<long double, std::nano>;
  const long double exact = std::chrono::duration_cast<Wide>(time).count();
  if (!(exact > 0)) return 0;
  if (exact >= 9.2e18L) return DETSIM_FOREVER;
  const std::uint64_t whole = static_cast<std::uint64_t>(exact);
  return whole + (static_cast<long double>(whole) < exact ? 1 : 0);
}

inline std::uint64_t SaturatingAdd(std::uint64_t time, std::uint64_t more) {
  return time > DETSIM_FOREVER - more ? DETSIM_FOREVER : time + more;
}

template <typename Rep, typename Period>
DETSIM_INLINE std::uint64_t DeadlineAfter(
    const std::chrono::duration<Rep, Period>& delay) {
  return SaturatingAdd(detsim_now(DETSIM_CLOCK_STEADY), CeilNanoseconds(delay));
}

template <typename Duration>
std::uint64_t DeadlineAt(
    const std::chrono::time_point<chrono::steady_clock, Duration>& time) {
  return CeilNanoseconds(time.time_since_epoch());
}

template <typename Duration>
std::uint64_t DeadlineAt(
    const std::chrono::time_point<chrono::system_clock, Duration>& time) {
  const std::uint64_t system = CeilNanoseconds(time.time_since_epoch());
  if (system == DETSIM_FOREVER) return system;
  const std::int64_t offset = detsim_system_to_steady();
  if (offset >= 0) {
    return SaturatingAdd(system, static_cast<std::uint64_t>(offset));
  }
  const std::uint64_t back = 0 - static_cast<std::uint64_t>(offset);
  return system > back ? system - back : 0;
}

// A clock of the user's (or the real one): only its own now() relates it to
// virtual time.
template <typename Clock, typename Duration>
DETSIM_INLINE std::uint64_t DeadlineAt(
    const std::chrono::time_point<Clock, Duration>& time) {
  const auto now = Clock::now();
  if (!(now < time)) return detsim_now(DETSIM_CLOCK_STEADY);
  return DeadlineAfter(time - now);
}

template <typename Clock>
struct IsVirtualClock : std::false_type {};
template <>
struct IsVirtualClock<chrono::steady_clock> : std::true_type {};
template <>
struct IsVirtualClock<chrono::system_clock> : std::true_type {};

// Whether `time` has come, after a wait until DeadlineAt(time) ended by
// timeout. A clock of the user's may run slower than virtual time.
template <typename Clock, typename Duration>
DETSIM_INLINE typename std::enable_if<IsVirtualClock<Clock>::value, bool>::type
HasCome(const std::chrono::time_point<Clock, Duration>&) {
  return true;
}
template <typename Clock, typename Duration>
DETSIM_INLINE typename std::enable_if<!IsVirtualClock<Clock>::value, bool>::type
HasCome(const std::chrono::time_point<Clock, Duration>& time) {
  return !(Clock::now() < time);
}

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_DEADLINE_H_
