// detsim::chrono: the clocks of <chrono> on virtual time. Durations and
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

#if __cplusplus >= 202002L

// A library that knows of leap seconds has the clocks that count them.
#if _GLIBCXX_RELEASE >= 13
#define DETSIM_HAS_LEAP_SECONDS _GLIBCXX_USE_CXX11_ABI
#elif _LIBCPP_HAS_EXPERIMENTAL_TZDB && _LIBCPP_HAS_TIME_ZONE_DATABASE && \
    _LIBCPP_HAS_FILESYSTEM && _LIBCPP_HAS_LOCALIZATION
#define DETSIM_HAS_LEAP_SECONDS 1
#else
#define DETSIM_HAS_LEAP_SECONDS 0
#endif

template <typename Real>
struct CalendarClock {
  using time_point = typename Real::time_point;
  using duration = typename time_point::duration;
  using rep = typename duration::rep;
  using period = typename duration::period;
  static constexpr bool is_steady = Real::is_steady;
};

DETSIM_INLINE std::chrono::sys_time<std::chrono::nanoseconds>
SystemTime() noexcept {
  return std::chrono::sys_time<std::chrono::nanoseconds>(
      Nanoseconds(detsim_now(DETSIM_CLOCK_SYSTEM)));
}

#if DETSIM_HAS_LEAP_SECONDS
template <typename Real>
struct ClockFromUtc : CalendarClock<Real> {
  template <typename Duration>
  static auto from_utc(const std::chrono::utc_time<Duration>& time) {
    return Real::from_utc(time);
  }
  template <typename Duration>
  static auto to_utc(const std::chrono::time_point<Real, Duration>& time) {
    return Real::to_utc(time);
  }

 protected:
  static typename Real::time_point FromUtc(
      std::chrono::utc_clock::time_point time) {
    return std::chrono::time_point_cast<typename Real::duration>(
        Real::from_utc(time));
  }
};
#endif

#endif  // __cplusplus >= 202002L

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

// The other clocks count from the system's: their time points stay std's, which
// file systems and calendars use.

struct file_clock : detail::CalendarClock<std::chrono::file_clock> {
  static DETSIM_INLINE time_point now() noexcept {
    return std::chrono::time_point_cast<duration>(
        std::chrono::file_clock::from_sys(detail::SystemTime()));
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

#if DETSIM_HAS_LEAP_SECONDS

struct utc_clock : detail::CalendarClock<std::chrono::utc_clock> {
  static DETSIM_INLINE time_point now() {
    return std::chrono::time_point_cast<duration>(
        std::chrono::utc_clock::from_sys(detail::SystemTime()));
  }
  template <typename Duration>
  static auto from_sys(const std::chrono::sys_time<Duration>& time) {
    return std::chrono::utc_clock::from_sys(time);
  }
  template <typename Duration>
  static auto to_sys(const std::chrono::utc_time<Duration>& time) {
    return std::chrono::utc_clock::to_sys(time);
  }
};

struct tai_clock : detail::ClockFromUtc<std::chrono::tai_clock> {
  static DETSIM_INLINE time_point now() { return FromUtc(utc_clock::now()); }
};

struct gps_clock : detail::ClockFromUtc<std::chrono::gps_clock> {
  static DETSIM_INLINE time_point now() { return FromUtc(utc_clock::now()); }
};

#else

// As far as a library without them goes: it declares them.
class utc_clock;
class tai_clock;
class gps_clock;

#endif

#endif  // __cplusplus >= 202002L

}  // namespace chrono
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_CHRONO_H_
