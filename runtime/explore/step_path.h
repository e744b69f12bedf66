// The steps of runs as a tree of states, for searches that branch it: each run
// shares the beginning of the one that it branched off. A state knows the way
// back to the start, and lives as long as somebody means to branch it or a
// state below it.
#ifndef DETSIM_RUNTIME_EXPLORE_STEP_PATH_H_
#define DETSIM_RUNTIME_EXPLORE_STEP_PATH_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/choice/choice.h"
#include "runtime/choice/step_log.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

// A choice in a step that is not about threads.
struct StepValue {
  ChoiceKey key;
  uint64_t value = 0;
  uint64_t options = 0;  // Cut to 32 bits.
};

// Who could have been picked.
struct StepOption {
  ThreadKey thread = 0;
  bool spins = false;
};

// What one thread did between two decisions.
struct Step {
  ThreadKey thread = 0;
  bool unusual = false;  // Not what a calm run would have picked.
  bool spins = false;    // It looked in vain before, but nobody else could run.
  bool at_access = false;
  // Nothing has happened: what the thread wanted to do will be tried again.
  bool in_vain = false;
  // Something has happened, but its end will be tried again.
  bool cut = false;
  bool time_passed = false;  // Because nobody could run.
  uint64_t word = 0;         // Of the state before it: equal in equal runs.
  std::vector<StepOption> others;
  std::vector<Touch> touches;
  std::vector<StepValue> values;
  std::vector<ThreadKey> woken;  // They go on because of it.
};

// A state of the program: where it came from, and whom a run found able to go
// on from here.
struct State {
  std::shared_ptr<const State> parent;  // Null at the start.
  Step via;                             // The step from there.
  uint64_t depth = 0;                   // Steps from the start.
  uint64_t word = 0;                    // As Step::word of any step from here.
  std::vector<StepOption> options;
};

// What a run's log says.
struct LoggedRun {
  std::vector<Step> steps;  // From the script's branch on.
  struct Pending {
    ThreadKey thread = 0;
    Touch touch;
  };
  std::vector<Pending> pending;
  uint32_t streams = 0;  // A bit for each that was asked for values.
  bool spins = false;    // A loop that looks in vain was cut short.
};

// Nothing for a run without a log: its process was killed, or it was too long.
std::optional<LoggedRun> ReadLog(const RunResult& run);

// The states behind each of `steps`, which were taken from `from`; element 0 is
// `from`. `Node` is State or derives from it.
template <typename Node>
std::vector<std::shared_ptr<Node>> Extend(std::shared_ptr<Node> from,
                                          std::vector<Step> steps) {
  std::vector<std::shared_ptr<Node>> states = {std::move(from)};
  for (Step& step : steps) {
    Node& before = *states.back();
    if (before.options.empty()) {
      before.word = step.word;
      before.options = step.others;
      before.options.push_back({step.thread, step.spins});
    }
    auto after = std::make_shared<Node>();
    after->parent = states.back();
    after->depth = before.depth + 1;
    after->via = std::move(step);
    states.push_back(std::move(after));
  }
  return states;
}

// The way to `state`, from the start.
std::vector<const Step*> StepsTo(const State& state);

// What leads there again, and takes a step of `thread` from there.
RunScript ScriptTo(const State& state, ThreadKey thread);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_STEP_PATH_H_
