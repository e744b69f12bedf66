// Tells a loop that goes round in circles from one that will end by itself: the
// state of a thread that is alone (registers, stack; the rest of memory does
// not change) comes back exactly, or never does.
//
// The first state that comes back is found with R. P. Brent, "An improved Monte
// Carlo factorization algorithm", BIT 20 (1980): each state is compared with
// the last one whose number was a power of two.
#ifndef DETSIM_RUNTIME_SCHED_LOOP_STATE_H_
#define DETSIM_RUNTIME_SCHED_LOOP_STATE_H_

#include <cstdint>

namespace detsim::runtime {

class LoopState {
 public:
  constexpr LoopState() = default;
  // Memory has changed: states from before do not count.
  void Forget() { *this = {}; }
  // The current thread's state; it is called from `pc`, and its stack ends at
  // `stack_high`. True if the same state was seen before.
  bool ComesBack(uintptr_t pc, uintptr_t stack_high);
  // As many states were seen as are worth the time.
  bool exhausted() const { return work_ >= kWorkMax; }

 private:
  // Words of stack that are looked at; each state counts for some more.
  static constexpr uint64_t kWorkMax = uint64_t{1} << 21;
  static constexpr uint64_t kWorkOfOne = 256;

  uint64_t reference_ = 0;
  uint64_t count_ = 0;
  uint64_t work_ = 0;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_LOOP_STATE_H_
