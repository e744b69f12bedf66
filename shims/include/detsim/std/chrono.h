// detsim::chrono: the three clocks of <chrono> on virtual time. Durations and
// time points stay std's. now() is a decision point.
//
// Time points of these clocks are types of their own: a template that deduces
// the clock of a time point and calls its now() must find this clock, not the
// real one.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_CHRONO_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_CHRONO_H_
#pragma GCC system_header

#include <chrono>
#include <ctime>

#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

// What the clocks have in common. A template, so that is_steady can be defined
// in a header before C++17.
template <bool kIsSteady>
struct ClockProperties {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;

  static constexpr bool is_steady = kIsSteady;
};
template <bool kIsSteady>
constexpr bool ClockProperties<kIsSteady>::is_steady;

}  // namespace detail

namespace chrono {

struct system_clock : detail::ClockProperties<false> {
  using time_point = std::chrono::time_point<system_clock, duration>;

  static DETSIM_INLINE time_point now() noexcept {
    return time_point(
        duration(static_cast<rep>(detsim_now(DETSIM_CLOCK_SYSTEM))));
  }

  static std::time_t to_time_t(const time_point& time) noexcept {
    return std::time_t(std::chrono::duration_cast<std::chrono::seconds>(
                           time.time_since_epoch())
                           .count());
  }

  static time_point from_time_t(std::time_t time) noexcept {
    return std::chrono::time_point_cast<duration>(
        std::chrono::time_point<system_clock, std::chrono::seconds>(
            std::chrono::seconds(time)));
  }
};

struct steady_clock : detail::ClockProperties<true> {
  using time_point = std::chrono::time_point<steady_clock, duration>;

  static DETSIM_INLINE time_point now() noexcept {
    return time_point(
        duration(static_cast<rep>(detsim_now(DETSIM_CLOCK_STEADY))));
  }
};

// The same clock as in the standard library at hand: code that mixes the two
// types compiles, or fails to, as it does there.
#if defined(_LIBCPP_VERSION)
using high_resolution_clock = steady_clock;
#else
using high_resolution_clock = system_clock;
#endif

}  // namespace chrono
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_CHRONO_H_
