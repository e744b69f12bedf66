// Time points of the shim clocks: specialisations of std::chrono::time_point
// that derive from the real clock's. A reference to one, and a template that
// deduces std::chrono::sys_time<Duration>, take them as they are; what stays to
// be said is how to come back from the real clock's, and operators on both.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_TIME_POINT_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_TIME_POINT_H_
#pragma GCC system_header

#include <chrono>
#include <type_traits>

#include "detsim/detail/config.h"

namespace detsim {
namespace chrono {
struct system_clock;
struct steady_clock;
}  // namespace chrono
}  // namespace detsim

#if __cplusplus >= 201703L
#define DETSIM_CONSTEXPR17 constexpr
#else
#define DETSIM_CONSTEXPR17
#endif

// The real clock's time point, and the members whose type must be this one's.
#define DETSIM_TIME_POINT(Clock)                                       \
  template <typename Duration>                                         \
  class time_point<detsim::chrono::Clock, Duration>                    \
      : public time_point<Clock, Duration> {                           \
    using Real = time_point<Clock, Duration>;                          \
                                                                       \
   public:                                                             \
    using clock = detsim::chrono::Clock;                               \
    using duration = Duration;                                         \
    using rep = typename Duration::rep;                                \
    using period = typename Duration::period;                          \
                                                                       \
    constexpr time_point() = default;                                  \
    constexpr explicit time_point(const Duration& since_epoch)         \
        : Real(since_epoch) {}                                         \
    /* From either clock's: one derives from the other. */             \
    template <typename Other,                                          \
              typename = typename std::enable_if<                      \
                  std::is_convertible<Other, Duration>::value>::type>  \
    constexpr time_point(const time_point<Clock, Other>& other)        \
        : Real(other) {}                                               \
                                                                       \
    DETSIM_CONSTEXPR17 time_point& operator+=(const Duration& delay) { \
      Real::operator+=(delay);                                         \
      return *this;                                                    \
    }                                                                  \
    DETSIM_CONSTEXPR17 time_point& operator-=(const Duration& delay) { \
      Real::operator-=(delay);                                         \
      return *this;                                                    \
    }                                                                  \
    DETSIM_CONSTEXPR17 time_point& operator++() {                      \
      return *this += Duration(1);                                     \
    }                                                                  \
    DETSIM_CONSTEXPR17 time_point& operator--() {                      \
      return *this -= Duration(1);                                     \
    }                                                                  \
    DETSIM_CONSTEXPR17 time_point operator++(int) {                    \
      const time_point old = *this;                                    \
      *this += Duration(1);                                            \
      return old;                                                      \
    }                                                                  \
    DETSIM_CONSTEXPR17 time_point operator--(int) {                    \
      const time_point old = *this;                                    \
      *this -= Duration(1);                                            \
      return old;                                                      \
    }                                                                  \
                                                                       \
    static constexpr time_point min() noexcept {                       \
      return time_point((Duration::min)());                            \
    }                                                                  \
    static constexpr time_point max() noexcept {                       \
      return time_point((Duration::max)());                            \
    }                                                                  \
  };

namespace std {
namespace chrono {
DETSIM_TIME_POINT(system_clock)
DETSIM_TIME_POINT(steady_clock)
}  // namespace chrono
}  // namespace std
#undef DETSIM_TIME_POINT

namespace detsim {
namespace chrono {

// Both clocks in one expression, with a time point of ours first. (With the
// real clock's first, std's operators deduce that clock for both.)
#define DETSIM_MIXED(Clock, result, symbol)                           \
  template <typename Ours, typename Theirs>                           \
  constexpr result operator symbol(                                   \
      const std::chrono::time_point<Clock, Ours>& a,                  \
      const std::chrono::time_point<std::chrono::Clock, Theirs>& b) { \
    return a.time_since_epoch() symbol b.time_since_epoch();          \
  }
#define DETSIM_MIXED_ALL(Clock)                                       \
  DETSIM_MIXED(Clock, bool, ==)                                       \
  DETSIM_MIXED(Clock, bool, !=)                                       \
  DETSIM_MIXED(Clock, bool, <)                                        \
  DETSIM_MIXED(Clock, bool, <=)                                       \
  DETSIM_MIXED(Clock, bool, >)                                        \
  DETSIM_MIXED(Clock, bool, >=)                                       \
  template <typename Ours, typename Theirs>                           \
  constexpr typename std::common_type<Ours, Theirs>::type operator-(  \
      const std::chrono::time_point<Clock, Ours>& a,                  \
      const std::chrono::time_point<std::chrono::Clock, Theirs>& b) { \
    return a.time_since_epoch() - b.time_since_epoch();               \
  }
DETSIM_MIXED_ALL(system_clock)
DETSIM_MIXED_ALL(steady_clock)
#undef DETSIM_MIXED
#undef DETSIM_MIXED_ALL

}  // namespace chrono
}  // namespace detsim

#undef DETSIM_CONSTEXPR17

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_TIME_POINT_H_
