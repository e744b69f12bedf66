#include "test/runtime/explore/model_program.h"

#include <algorithm>

namespace detsim::runtime {
namespace {

uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ (hash >> 31);
}

}  // namespace

ThreadKey ModelProgram::KeyOf(int thread) {
  return thread == 0 ? kMainThreadKey
                     : ChildThreadKey(kMainThreadKey,
                                      static_cast<uint32_t>(thread - 1));
}

int IndexOf(const std::vector<ModelStep>& steps, int thread, int operation) {
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].thread == thread && steps[i].operation == operation)
      return static_cast<int>(i);
  }
  return -1;
}

std::optional<std::vector<RunResult>> ModelProgram::Run(
    const RunRequest& request) {
  if (broken_) return std::nullopt;
  std::vector<RunResult> results;
  int earlier = 0;
  for (uint32_t i = 0; i < request.count; ++i) {
    results.push_back(RunOne(request, request.first_seed + i, earlier));
    if (!request.fork_each) ++earlier;
    if (results.back().summary.cut_short != 0) earlier = 0;
  }
  return results;
}

RunResult ModelProgram::RunOne(const RunRequest& request, uint64_t seed,
                               int earlier) {
  std::map<ChoiceKey, uint64_t> replay;
  for (const Choice& choice : request.choices)
    replay[choice.key] = choice.value;
  std::vector<int> done(static_cast<size_t>(options_.threads), 0);
  std::vector<ModelStep> steps;
  RunResult result;
  RunSummary& summary = result.summary;
  uint64_t random = Mix(0x1234, seed);
  uint64_t hash = disturbed_ ? Mix(7, runs_) : 7;
  int current = 0;
  while (true) {
    // Option 0 is the current thread, or the first of the others at its end.
    std::vector<int> options;
    auto can_run = [&](int t) {
      return done[static_cast<size_t>(t)] < options_.operations;
    };
    if (can_run(current)) options.push_back(current);
    for (int t = 0; t < options_.threads; ++t) {
      if (t != current && can_run(t)) options.push_back(t);
    }
    if (options.empty()) break;
    size_t picked = 0;
    if (options.size() > 1) {
      ++summary.decisions;
      ChoiceKey key = {.thread = KeyOf(current),
                       .operation = static_cast<uint64_t>(
                           done[static_cast<size_t>(current)]),
                       .stream = Stream::kSchedule};
      if (request.strategy == "replay" ||
          (request.strategy == "redraw" &&
           summary.decisions <= request.replayed)) {
        auto found = replay.find(key);
        for (size_t i = 0; i < options.size() && found != replay.end(); ++i) {
          if (KeyOf(options[i]) == found->second) picked = i;
        }
      } else {
        random = Mix(random, 99);
        picked = (random >> 20) % options.size();
      }
      if (picked != 0) {
        ++summary.unusual;
        result.choices.push_back({key, KeyOf(options[picked])});
      }
    }
    current = options[picked];
    steps.push_back({current, ++done[static_cast<size_t>(current)]});
    hash = Mix(hash, static_cast<uint64_t>(current));
  }
  ++runs_;
  summary.seed = seed;
  summary.trace_hash = hash;
  summary.steps = steps.size();
  summary.threads = static_cast<uint32_t>(options_.threads);
  summary.virtual_ns = 10;
  summary.verdict =
      options_.judge ? options_.judge(steps, earlier) : Verdict::kPassed;
  if (IsFailure(summary.verdict))
    result.failure_pc = options_.place ? options_.place(steps) : 1;
  else if (request.count > 1)
    result.choices.clear();
  return result;
}

}  // namespace detsim::runtime
