#include "runtime/sched/caller_chains.h"

#include <algorithm>
#include <cstring>

#include "runtime/sched/backtrace.h"

namespace detsim::runtime {

void CallerChains::Begin(bool on) {
  on_ = on;
  chains_.clear();
  if (on) memset(slots_.data(), 0, kSlots * sizeof(uint32_t));
}

uint32_t CallerChains::Of(const Stack& stack, uintptr_t frame_pointer,
                          uintptr_t pc) {
  Backtrace trace = WalkFrames(stack, frame_pointer, 0);
  const uint64_t* begin = trace.frames;
  const uint64_t* end = begin + trace.count;
  const uint64_t* place = std::find(begin, end, pc);
  if (place == end || place + 1 == end) return 0;
  CallerChain chain;
  size_t count = std::min(static_cast<size_t>(end - place) - 1, kCallersMax);
  std::copy_n(place + 1, count, chain.frames);
  return NumberOf(chain);
}

uint32_t CallerChains::NumberOf(const CallerChain& chain) {
  uint64_t hash = 0;
  for (uint64_t frame : chain.view()) {
    hash = (hash ^ frame) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
  }
  uint64_t slot = hash * 0x9e3779b97f4a7c15ull >> (64 - kSlotsLog2);
  for (; slots_[slot] != 0; slot = (slot + 1) & (kSlots - 1)) {
    if (chains_[slots_[slot] - 1] == chain) return slots_[slot];
  }
  if (!chains_.push_back(chain)) return 0;
  slots_[slot] = static_cast<uint32_t>(chains_.size());
  return slots_[slot];
}

}  // namespace detsim::runtime
