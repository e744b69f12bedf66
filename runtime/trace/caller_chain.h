// Who called the function that an operation is in. Where that is a function of
// a library, the user's place is further up.
#ifndef DETSIM_RUNTIME_TRACE_CALLER_CHAIN_H_
#define DETSIM_RUNTIME_TRACE_CALLER_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace detsim::runtime {

// A library's functions that nothing inlines are rarely more than ten deep.
inline constexpr size_t kCallersMax = 16;

struct CallerChain {
  // Return addresses, innermost first; 0 behind the last.
  uint64_t frames[kCallersMax] = {};

  std::span<const uint64_t> view() const {
    size_t count = 0;
    while (count < kCallersMax && frames[count] != 0) ++count;
    return {frames, count};
  }

  friend bool operator==(const CallerChain&, const CallerChain&) = default;
};

static_assert(sizeof(CallerChain) == 8 * kCallersMax, "Crosses as it is.");

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_CALLER_CHAIN_H_
