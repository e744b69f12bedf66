// How a trace file is laid out: what its writer and its reader share.
#ifndef DETSIM_RUNTIME_TRACE_TRACE_SECTIONS_H_
#define DETSIM_RUNTIME_TRACE_TRACE_SECTIONS_H_

#include <bit>
#include <cstdint>
#include <string_view>

namespace detsim::runtime {

static_assert(std::endian::native == std::endian::little,
              "Trace files are little-endian.");

inline constexpr std::string_view kTraceMagic = "DETSIMTR";

// In the order in which they are written. A reader skips tags that it does not
// know.
enum class TraceSection : uint32_t {
  kStrings = 1,
  kHeader = 2,
  kLocations = 3,
  kThreads = 4,
  kObjects = 5,
  kEvents = 6,
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_TRACE_SECTIONS_H_
