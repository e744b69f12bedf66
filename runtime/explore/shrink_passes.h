// The passes of the minimizer, as a table. A pass proposes smaller records of
// choices to a ShrinkState, which runs each and keeps those that still fail
// in the same way.
//
// To add a pass: a function in shrink_passes.cc and its row.
#ifndef DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_
#define DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_

#include <span>
#include <string_view>
#include <vector>

#include "runtime/choice/choice.h"

namespace detsim::runtime {

// What a pass works on. Implemented by the minimizer.
class ShrinkState {
 public:
  virtual ~ShrinkState() = default;

  // The smallest record so far, in the order its choices are taken.
  virtual const std::vector<Choice>& best() const = 0;

  // Runs `candidate`. True if it fails in the same way and became best();
  // best() is then what the run really took, often less than `candidate`.
  virtual bool Try(std::vector<Choice> candidate) = 0;

  // Out of runs or time: a pass returns as soon as it sees this.
  virtual bool exhausted() const = 0;
};

struct ShrinkPass {
  std::string_view name;
  std::string_view does;
  void (*run)(ShrinkState* state);
};

// In the order in which they pay.
std::span<const ShrinkPass> ShrinkPasses();

// Drops each choice that is left alone, until none can go. True if it got to
// the end: then best() is 1-minimal.
bool DropSingles(ShrinkState* state);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_
