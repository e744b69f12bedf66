// detsim::random_device: its values come from the run's own stream. Engines
// and distributions are deterministic and stay std's.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_RANDOM_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_RANDOM_H_
#pragma GCC system_header

#include <random>
#include <string>

#include "detsim/detail/config.h"

namespace detsim {

class random_device {
 public:
  using result_type = unsigned int;

  random_device() = default;
  // Any token: each names a source that the run's stream stands for.
  explicit random_device(const std::string& token) { static_cast<void>(token); }
  random_device(const random_device&) = delete;
  void operator=(const random_device&) = delete;

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffU; }

  // Bits of entropy a value, as a hardware source reports.
  double entropy() const noexcept { return 32.0; }

  DETSIM_INLINE result_type operator()() { return detsim_random_u32(); }
};

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_RANDOM_H_
