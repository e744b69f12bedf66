#include "runtime/explore/shrink_passes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>

namespace detsim::runtime {
namespace {

using Choices = std::vector<Choice>;

Choices Without(const Choices& choices,
                const std::function<bool(const Choice&)>& drop) {
  Choices result;
  std::copy_if(choices.begin(), choices.end(), std::back_inserter(result),
               [&](const Choice& choice) { return !drop(choice); });
  return result;
}

// `choices` without [begin, begin + size).
Choices WithoutRange(const Choices& choices, size_t begin, size_t size) {
  Choices result(choices.begin(), choices.begin() + begin);
  size_t end = std::min(begin + size, choices.size());
  result.insert(result.end(), choices.begin() + end, choices.end());
  return result;
}

// Some failures need no unusual choice at all.
void TryCalm(ShrinkState* state) { state->Try({}); }

// Most failures need the choices of one or two streams.
void DropStreams(ShrinkState* state) {
  for (int stream = kStreams - 1; stream >= 0 && !state->exhausted();
       --stream) {
    auto in_stream = [&](const Choice& choice) {
      return static_cast<int>(choice.key.stream) == stream;
    };
    Choices candidate = Without(state->best(), in_stream);
    if (candidate.size() < state->best().size()) state->Try(candidate);
  }
}

// Concurrency bugs are decided late in a run: the end of the record is often
// enough.
void KeepTail(ShrinkState* state) {
  for (size_t keep = 1; keep < state->best().size() && !state->exhausted();
       keep *= 2) {
    const Choices& best = state->best();
    if (state->Try(Choices(best.end() - keep, best.end()))) return;
  }
}

// Threads that have no part in the failure.
void DropThreads(ShrinkState* state) {
  std::set<ThreadKey> threads;
  for (const Choice& choice : state->best()) threads.insert(choice.key.thread);
  for (ThreadKey thread : threads) {
    if (state->exhausted()) return;
    Choices candidate = Without(state->best(), [&](const Choice& choice) {
      return choice.key.thread == thread;
    });
    if (candidate.size() < state->best().size()) state->Try(candidate);
  }
}

// Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input"
// (2002), without its "reduce to subset" half, which KeepTail covers.
void Ddmin(ShrinkState* state) {
  size_t size = std::max<size_t>(1, state->best().size() / 2);
  while (!state->exhausted()) {
    bool dropped = false;
    // From the end: what comes late is least likely to matter to the rest.
    size_t end = state->best().size();
    while (end > 0 && !state->exhausted()) {
      size_t begin = end > size ? end - size : 0;
      if (state->Try(WithoutRange(state->best(), begin, end - begin)))
        dropped = true;
      end = std::min(begin, state->best().size());
    }
    if (size == 1 && !dropped) return;
    if (!dropped) size = std::max<size_t>(1, size / 2);
  }
}

// Replaces the values handed to the program by smaller ones.
void LowerValues(ShrinkState* state) {
  for (size_t i = 0; i < state->best().size(); ++i) {
    while (i < state->best().size() && !state->exhausted()) {
      Choice choice = state->best()[i];
      if (choice.key.stream != Stream::kValue || choice.value <= 1) break;
      Choices candidate = state->best();
      candidate[i].value /= 2;
      if (!state->Try(candidate)) break;
    }
  }
}

// A preemption between two operations of a thread is easier to follow than one
// in the middle of an expression: moves it to the next operation.
void AlignPreemptions(ShrinkState* state) {
  for (size_t i = 0; i < state->best().size() && !state->exhausted(); ++i) {
    if (state->best()[i].key.stream != Stream::kAccess) continue;
    Choices candidate = state->best();
    candidate[i].key.stream = Stream::kSchedule;
    candidate[i].key.operation += 1;
    candidate[i].key.sub = 0;
    state->Try(candidate);
  }
}

constexpr ShrinkPass kPasses[] = {
    {"calm", "no unusual choice at all", TryCalm},
    {"streams", "all choices of one stream", DropStreams},
    {"tail", "keeps the last 1, 2, 4, ... choices", KeepTail},
    {"threads", "all choices of one thread", DropThreads},
    {"ddmin", "halves, quarters, ... down to single choices", Ddmin},
    {"values", "random values become smaller", LowerValues},
    {"align", "preemptions move to an operation", AlignPreemptions},
    {"ddmin", "again: the two before may have made room", Ddmin},
};

}  // namespace

std::span<const ShrinkPass> ShrinkPasses() { return kPasses; }

bool DropSingles(ShrinkState* state) {
  size_t i = 0;
  size_t kept = 0;  // Single drops that failed since the last success.
  while (kept < state->best().size()) {
    if (state->exhausted()) return false;
    i %= state->best().size();
    if (state->Try(WithoutRange(state->best(), i, 1))) {
      kept = 0;
    } else {
      ++kept;
      ++i;
    }
  }
  return !state->exhausted();
}

}  // namespace detsim::runtime
