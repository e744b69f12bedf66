// What ran outside the runtime's control during a run, counted by name.
#ifndef DETSIM_RUNTIME_SCHED_ESCAPES_H_
#define DETSIM_RUNTIME_SCHED_ESCAPES_H_

#include <cstdint>

namespace detsim::runtime {

struct EscapeCount {
  const char* what = nullptr;
  uint64_t count = 0;
};

inline constexpr int kEscapesMax = 32;

// Entries with a name, in order of first occurrence.
const EscapeCount* Escapes(int* count);
void ResetEscapes();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_ESCAPES_H_
