// detsim::chrono: the three clocks of <chrono> on virtual time. Durations and
// time points stay std's. now() is a decision point.
//
// Time points of these clocks are types of their own: a template that deduces
// the clock of a time point and calls its now() must find this clock, not the
// real one. Each derives from the time point of the real clock, so that it goes
// wherever that one goes: into calendar types, and into functions of headers
// that are not rewritten (detail/time_point.h).
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_CHRONO_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_CHRONO_H_
#pragma GCC system_header

#include <chrono>
#include <cstdint>
#include <ctime>

#include "detsim/detail/config.h"
#include "detsim/detail/time_point.h"

namespace detsim {
namespace detail {

// What a clock has in common with the real one. A template, so that is_steady
// can be defined in a header before C++17.
template <typename Real>
struct ClockProperties {
  using duration = typename Real::duration;
  using rep = typename duration::rep;
  using period = typename duration::period;

  static constexpr bool is_steady = Real::is_steady;
};
template <typename Real>
constexpr bool ClockProperties<Real>::is_steady;

inline std::chrono::nanoseconds Nanoseconds(std::uint64_t ns) {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(ns));
}

}  // namespace detail

namespace chrono {

struct system_clock : detail::ClockProperties<std::chrono::system_clock> {
  using time_point = std::chrono::time_point<system_clock, duration>;

  static DETSIM_INLINE time_point now() noexcept {
    return time_point(std::chrono::duration_cast<duration>(
        detail::Nanoseconds(detsim_now(DETSIM_CLOCK_SYSTEM))));
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

struct steady_clock : detail::ClockProperties<std::chrono::steady_clock> {
  using time_point = std::chrono::time_point<steady_clock, duration>;

  static DETSIM_INLINE time_point now() noexcept {
    return time_point(std::chrono::duration_cast<duration>(
        detail::Nanoseconds(detsim_now(DETSIM_CLOCK_STEADY))));
  }
};

// The same clock as in the standard library at hand: code that mixes the two
// types compiles, or fails to, as it does there.
#if defined(_LIBCPP_VERSION)
using high_resolution_clock = steady_clock;
#else
using high_resolution_clock = system_clock;
#endif

#if __cplusplus >= 202002L

// What the file system dates files by. Its time points stay std's, which are
// those of std::filesystem::file_time_type.
struct file_clock {
  using time_point = std::chrono::file_clock::time_point;
  using duration = time_point::duration;
  using rep = time_point::rep;
  using period = time_point::period;
  static constexpr bool is_steady = std::chrono::file_clock::is_steady;

  static DETSIM_INLINE time_point now() noexcept {
    return std::chrono::file_clock::from_sys(
        std::chrono::sys_time<std::chrono::nanoseconds>(
            detail::Nanoseconds(detsim_now(DETSIM_CLOCK_SYSTEM))));
  }
  template <typename Duration>
  static auto from_sys(const std::chrono::sys_time<Duration>& time) noexcept {
    return std::chrono::file_clock::from_sys(time);
  }
  template <typename Duration>
  static auto to_sys(const std::chrono::file_time<Duration>& time) noexcept {
    return std::chrono::file_clock::to_sys(time);
  }
};

#endif  // __cplusplus >= 202002L

}  // namespace chrono
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_CHRONO_H_
