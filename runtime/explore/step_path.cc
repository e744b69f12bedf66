#include "runtime/explore/step_path.h"

#include <algorithm>

namespace detsim::runtime {
namespace {

class Reader {
 public:
  explicit Reader(const RunResult& run) : run_(run) {}

  bool Read(const StepEntry& entry) {
    if (entry.type != StepEntry::kStep && entry.type != StepEntry::kPending &&
        log_.steps.empty())
      return false;
    switch (entry.type) {
      case StepEntry::kStep:
        BeginStep(entry);
        break;
      case StepEntry::kOption:
        log_.steps.back().others.push_back({Key(entry.thread), Spins(entry)});
        log_.spins |= Spins(entry);
        break;
      case StepEntry::kTouch:
        AddTouch(TouchOf(entry));
        break;
      case StepEntry::kWake:
        log_.steps.back().woken.push_back(Key(entry.thread));
        break;
      case StepEntry::kBlock:
        if (entry.detail != 0)
          (log_.steps.back().touches.empty() ? log_.steps.back().in_vain
                                             : log_.steps.back().cut) = true;
        break;
      case StepEntry::kValue:
        log_.streams |= 1u << static_cast<unsigned>(entry.stream);
        log_.steps.back().values.push_back(
            {{Key(entry.other), entry.operation, entry.sub, entry.stream},
             entry.word,
             entry.thread});
        break;
      case StepEntry::kTime:
        log_.steps.back().time_passed = true;
        break;
      case StepEntry::kPending:
        log_.pending.push_back({Key(entry.thread), TouchOf(entry)});
        break;
    }
    return true;
  }

  LoggedRun Take() { return std::move(log_); }

 private:
  static bool Spins(const StepEntry& entry) {
    return (entry.detail & StepEntry::kSpins) != 0;
  }
  static Touch TouchOf(const StepEntry& entry) {
    return {entry.word, std::max(entry.sub, 1u),
            static_cast<TouchMode>(entry.detail)};
  }
  ThreadKey Key(uint32_t thread) const {
    return thread < run_.thread_keys.size() ? run_.thread_keys[thread] : 0;
  }

  void BeginStep(const StepEntry& entry) {
    Step step;
    step.thread = Key(entry.thread);
    step.unusual = (entry.detail & StepEntry::kUnusual) != 0;
    step.spins = Spins(entry);
    step.at_access = entry.stream == Stream::kAccess;
    step.word = entry.word;
    log_.steps.push_back(std::move(step));
  }

  // A step may touch an object again and again.
  void AddTouch(const Touch& touch) {
    std::vector<Touch>& touches = log_.steps.back().touches;
    if (std::find(touches.begin(), touches.end(), touch) == touches.end())
      touches.push_back(touch);
  }

  const RunResult& run_;
  LoggedRun log_;
};

}  // namespace

std::optional<LoggedRun> ReadLog(const RunResult& run) {
  if (run.steps.empty()) return std::nullopt;
  Reader reader(run);
  for (const StepEntry& entry : run.steps) {
    if (!reader.Read(entry)) return std::nullopt;
  }
  return reader.Take();
}

std::vector<const Step*> StepsTo(const State& state) {
  std::vector<const Step*> steps(state.depth);
  const State* at = &state;
  for (size_t i = state.depth; i > 0; --i, at = at->parent.get())
    steps[i - 1] = &at->via;
  return steps;
}

RunScript ScriptTo(const State& state, ThreadKey thread) {
  RunScript script;
  script.branch = state.depth;
  for (const Step* step : StepsTo(state)) {
    script.threads.push_back(step->thread);
    for (const StepValue& value : step->values) {
      if (value.value != 0) script.choices.push_back({value.key, value.value});
    }
  }
  script.threads.push_back(thread);
  return script;
}

}  // namespace detsim::runtime
