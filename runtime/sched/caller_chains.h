// The callers of the operations of one run, each chain of them once: what is
// kept of an operation is the number of its chain. Kept for traces and for the
// decision log only; no decision and no hash depends on it.
#ifndef DETSIM_RUNTIME_SCHED_CALLER_CHAINS_H_
#define DETSIM_RUNTIME_SCHED_CALLER_CHAINS_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/fiber/stacks.h"
#include "runtime/trace/caller_chain.h"

namespace detsim::runtime {

class CallerChains {
 public:
  // Deep recursion makes many; operations of later ones have no callers.
  static constexpr uint32_t kChainsMax = 1u << 16;

  constexpr CallerChains() = default;

  void Map() {
    chains_.Map(kChainsMax);
    slots_.Map(kSlots);
  }
  void Begin(bool on);
  bool on() const { return on_; }

  // The number, from 1, of the callers of the function that `pc` is in, where
  // `pc` is a return address on `stack`, at or above the frame at
  // `frame_pointer`. 0 if it is not there, has no callers or comes too late.
  uint32_t Of(const Stack& stack, uintptr_t frame_pointer, uintptr_t pc);

  // By number.
  const MappedArray<CallerChain>& chains() const { return chains_; }

 private:
  // Open addressing, never more than half full: numbers of chains, 0 is none.
  static constexpr int kSlotsLog2 = 17;
  static constexpr uint64_t kSlots = uint64_t{1} << kSlotsLog2;
  static_assert(kSlots >= 2 * kChainsMax);

  uint32_t NumberOf(const CallerChain& chain);

  MappedArray<CallerChain> chains_;
  MappedArray<uint32_t> slots_;
  bool on_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_CALLER_CHAINS_H_
