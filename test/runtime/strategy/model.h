// A program without code, to ask strategies about: threads that each take a
// number of steps, all of which can always run.
#ifndef DETSIM_TEST_RUNTIME_STRATEGY_MODEL_H_
#define DETSIM_TEST_RUNTIME_STRATEGY_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/choice/choice_source.h"

namespace detsim::runtime {

// Performs one run of threads "a", "b", ... with `steps[i]` steps each, and
// returns who took a step, in order: "aabba". Unlike a real run's main thread,
// nobody stands above them: the first decision is among all.
inline std::string RunModel(ChoiceSource& source, const RunStart& start,
                            const std::vector<int>& steps) {
  source.BeginRun(start);
  std::vector<Candidate> threads(steps.size());
  std::vector<Candidate*> ready;
  for (size_t i = 0; i < steps.size(); ++i) {
    threads[i].key = ChildThreadKey(kMainThreadKey, static_cast<uint32_t>(i));
    threads[i].index = static_cast<uint32_t>(i);
    ready.push_back(&threads[i]);
  }
  Candidate main_thread;
  main_thread.key = kMainThreadKey;
  Candidate* current = &main_thread;
  bool runs = false;
  std::string order;
  while (runs || !ready.empty()) {
    SchedulingPoint point = {
        .key = {.thread = current->key, .operation = current->operation},
        .current = current,
        .ready = ready.data(),
        .ready_count = static_cast<uint32_t>(ready.size()),
        .current_runs = runs};
    uint32_t option = point.size() > 1 ? source.PickThread(point) : 0;
    Candidate* chosen = point[option];
    if (chosen != current) {
      std::erase(ready, chosen);
      if (runs) ready.push_back(current);
      current = chosen;
    }
    order += static_cast<char>('a' + current->index);
    ++current->operation;
    runs = current->operation < static_cast<uint64_t>(steps[current->index]);
  }
  return order;
}

// The same for threads with given events, the last of which happen with nobody
// else to pick, as a watching source is told.
inline std::string RunEvents(
    ChoiceSource& source, const RunStart& start,
    const std::vector<std::vector<PendingOperation>>& programs) {
  source.BeginRun(start);
  std::vector<Candidate> threads(programs.size());
  std::vector<Candidate*> ready;
  for (size_t i = 0; i < programs.size(); ++i) {
    threads[i].key = ChildThreadKey(kMainThreadKey, static_cast<uint32_t>(i));
    threads[i].index = static_cast<uint32_t>(i);
    threads[i].pending = programs[i][0];
    ready.push_back(&threads[i]);
  }
  Candidate* current = nullptr;
  std::string order;
  while (current != nullptr || !ready.empty()) {
    Candidate nobody;
    SchedulingPoint point = {
        .key = {.thread = current != nullptr ? current->key : 0},
        .current = current != nullptr ? current : &nobody,
        .ready = ready.data(),
        .ready_count = static_cast<uint32_t>(ready.size()),
        .current_runs = current != nullptr};
    Candidate* chosen = point[0];
    if (point.size() > 1) {
      chosen = point[source.PickThread(point)];
    } else {
      source.Alone(*chosen);
    }
    if (chosen != current) {
      std::erase(ready, chosen);
      if (current != nullptr) ready.push_back(current);
      current = chosen;
    }
    order += static_cast<char>('a' + current->index);
    const std::vector<PendingOperation>& program = programs[current->index];
    if (++current->operation < program.size()) {
      current->pending = program[current->operation];
    } else {
      current = nullptr;
    }
  }
  return order;
}

// An access of four bytes at `object`, from the place `pc` in the code.
inline PendingOperation Access(const void* object, uintptr_t pc, bool writes) {
  return {.kind = OperationKind::kAccess,
          .writes = writes,
          .size = 4,
          .object = object,
          .pc = pc};
}

// Times that another thread ran before the one before had ended.
inline int Preemptions(const std::string& order,
                       const std::vector<int>& steps) {
  std::vector<int> left = steps;
  int preemptions = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    --left[static_cast<size_t>(order[i] - 'a')];
    if (i + 1 < order.size() && order[i + 1] != order[i] &&
        left[static_cast<size_t>(order[i] - 'a')] > 0) {
      ++preemptions;
    }
  }
  return preemptions;
}

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_STRATEGY_MODEL_H_
