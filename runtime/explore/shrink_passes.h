// The passes of the minimizer, as a table. A pass takes a record of choices
// that fails, proposes smaller ones to a ShrinkState, which runs them, and
// returns the smallest that still fails in the same way.
//
// To add a pass: a function in shrink_passes.cc and its row.
#ifndef DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_
#define DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/choice/choice.h"

namespace detsim::runtime {

using Choices = std::vector<Choice>;

// What a pass works with. Implemented by the minimizer.
class ShrinkState {
 public:
  virtual ~ShrinkState() = default;

  // Runs `candidate`. If it fails in the same way, what is left of it: keys
  // that the run never reached are gone.
  virtual std::optional<Choices> Run(const Choices& candidate) = 0;

  // Out of runs: a pass returns as soon as it sees this.
  virtual bool exhausted() const = 0;

  // Several descents start from one record and end in different places,
  // because they drop choices in a different order: 0 is from the end, 1 from
  // the start, more are shuffles.
  virtual uint64_t order() const = 0;
};

struct ShrinkPass {
  std::string_view name;
  std::string_view does;
  Choices (*run)(ShrinkState* state, Choices choices);
};

// In the order in which they pay.
std::span<const ShrinkPass> ShrinkPasses();

// Drops each choice that is left alone, until none can go. Sets `complete` if
// it got to the end: then the result is 1-minimal.
Choices DropSingles(ShrinkState* state, Choices choices, bool* complete);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_
