// The passes of the minimizer, as a table. A pass takes a record of choices
// that fails, proposes smaller ones to a ShrinkState, which runs them, and
// returns the smallest that still fails in the same way. What is not recorded
// is usual (0), so dropping a choice is the same as setting it to 0.
//
// To add a pass: a function in shrink_passes.cc and its row.
#ifndef DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_
#define DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "runtime/choice/choice.h"

namespace detsim::runtime {

using Choices = std::vector<Choice>;

// How much there is to follow for a reader, what matters most first: the number
// of choices, of those amid an expression, the sum of what is handed to the
// program or counts waiters. No pass returns a larger record than it was given.
std::tuple<size_t, size_t, double> SizeOf(const Choices& choices);

// What a pass works with. Implemented by the minimizer.
class ShrinkState {
 public:
  // Candidate number i of a list; nothing if there is none with that number.
  using Candidates = std::function<std::optional<Choices>(size_t i)>;

  struct Accepted {
    size_t index = 0;
    // What is left of the candidate: keys that its run never reached are gone.
    Choices choices;
  };

  virtual ~ShrinkState() = default;

  // The first of `count` candidates that fails in the same way, as if they were
  // run one after the other up to that one. Nothing when none does.
  virtual std::optional<Accepted> First(size_t count,
                                        const Candidates& candidates) = 0;

  // The threads of the smallest record's run, and about how many operations
  // each has performed, at least.
  struct Thread {
    ThreadKey key = 0;
    uint64_t operations = 0;
  };
  virtual std::vector<Thread> threads() const = 0;

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

// All passes again and again, until none of them changes anything.
Choices Shrink(ShrinkState* state, Choices choices);

// Candidate i is `choices` without choice i.
ShrinkState::Candidates WithoutOne(const Choices& choices);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SHRINK_PASSES_H_
