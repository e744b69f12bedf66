#include "runtime/explore/shrink_passes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace detsim::runtime {
namespace {

// Pairs are tried when their number is small.
constexpr size_t kPairsOfMax = 40;

// Takes over `candidate` if it fails in the same way.
bool Accept(ShrinkState* state, const Choices& candidate, Choices* choices) {
  std::optional<Choices> left = state->Run(candidate);
  if (!left) return false;
  *choices = std::move(*left);
  return true;
}

template <typename Drop>
Choices Without(const Choices& choices, Drop drop) {
  Choices result;
  std::copy_if(choices.begin(), choices.end(), std::back_inserter(result),
               [&](const Choice& choice) { return !drop(choice); });
  return result;
}

// `choices` without those at `order[begin, end)`.
Choices WithoutPart(const Choices& choices, const std::vector<size_t>& order,
                    size_t begin, size_t end) {
  std::vector<bool> drop(choices.size());
  for (size_t i = begin; i < end; ++i) drop[order[i]] = true;
  Choices result;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (!drop[i]) result.push_back(choices[i]);
  }
  return result;
}

// In which order choices are dropped in this descent.
std::vector<size_t> DropOrder(const ShrinkState& state, size_t count) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  // What comes late is least likely to matter to the rest.
  if (state.order() == 0) std::reverse(order.begin(), order.end());
  uint64_t word = state.order();
  for (size_t i = count; state.order() >= 2 && i > 1; --i) {
    word = word * 6364136223846793005ull + 1442695040888963407ull;
    std::swap(order[i - 1], order[(word >> 33) % i]);
  }
  return order;
}

// Some failures need no unusual choice at all.
Choices TryCalm(ShrinkState* state, Choices choices) {
  Accept(state, {}, &choices);
  return choices;
}

// Most failures need the choices of one or two streams.
Choices DropStreams(ShrinkState* state, Choices choices) {
  for (int stream = kStreams - 1; stream >= 0 && !state->exhausted();
       --stream) {
    Choices candidate = Without(choices, [&](const Choice& choice) {
      return static_cast<int>(choice.key.stream) == stream;
    });
    if (candidate.size() < choices.size()) Accept(state, candidate, &choices);
  }
  return choices;
}

// Concurrency bugs are decided late in a run: the end of the record is often
// enough.
Choices KeepTail(ShrinkState* state, Choices choices) {
  for (size_t keep = 1; keep < choices.size() && !state->exhausted();
       keep *= 2) {
    Choices tail(choices.end() - static_cast<ptrdiff_t>(keep), choices.end());
    if (Accept(state, tail, &choices)) break;
  }
  return choices;
}

// Threads that have no part in the failure.
Choices DropThreads(ShrinkState* state, Choices choices) {
  std::set<ThreadKey> threads;
  for (const Choice& choice : choices) threads.insert(choice.key.thread);
  for (ThreadKey thread : threads) {
    if (state->exhausted()) break;
    Choices candidate = Without(choices, [&](const Choice& choice) {
      return choice.key.thread == thread;
    });
    if (candidate.size() < choices.size()) Accept(state, candidate, &choices);
  }
  return choices;
}

// Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input"
// (2002), without its "reduce to subset" half, which KeepTail covers, and with
// the order of the descent in the place of the record's.
Choices Ddmin(ShrinkState* state, Choices choices) {
  size_t size = std::max<size_t>(1, choices.size() / 2);
  while (!state->exhausted()) {
    bool dropped = false;
    std::vector<size_t> order = DropOrder(*state, choices.size());
    size_t begin = 0;
    while (begin < order.size() && !state->exhausted()) {
      size_t end = std::min(begin + size, order.size());
      if (Accept(state, WithoutPart(choices, order, begin, end), &choices)) {
        dropped = true;
        order = DropOrder(*state, choices.size());
      } else {
        begin = end;
      }
    }
    if (size == 1 && !dropped) break;
    if (!dropped) size = std::max<size_t>(1, size / 2);
    size = std::min(size, std::max<size_t>(1, choices.size()));
  }
  return choices;
}

// A switch away and the switch back: neither can go without the other.
Choices DropPairs(ShrinkState* state, Choices choices) {
  if (choices.size() > kPairsOfMax) return choices;
  for (size_t i = 0; i < choices.size() && !state->exhausted(); ++i) {
    for (size_t j = i + 1; j < choices.size() && !state->exhausted(); ++j) {
      if (!Accept(state, WithoutPart(choices, {i, j}, 0, 2), &choices))
        continue;
      i = static_cast<size_t>(-1);  // From the start again.
      break;
    }
  }
  return choices;
}

// Replaces the values handed to the program by smaller ones.
Choices LowerValues(ShrinkState* state, Choices choices) {
  for (size_t i = 0; i < choices.size(); ++i) {
    while (i < choices.size() && !state->exhausted()) {
      const Choice& choice = choices[i];
      if (choice.key.stream != Stream::kValue || choice.value <= 1) break;
      Choices candidate = choices;
      candidate[i].value /= 2;
      if (!Accept(state, candidate, &choices)) break;
    }
  }
  return choices;
}

// A preemption between two operations of a thread is easier to follow than one
// in the middle of an expression: moves it to the next operation.
Choices AlignPreemptions(ShrinkState* state, Choices choices) {
  for (size_t i = 0; i < choices.size() && !state->exhausted(); ++i) {
    if (choices[i].key.stream != Stream::kAccess) continue;
    Choices candidate = choices;
    candidate[i].key.stream = Stream::kSchedule;
    candidate[i].key.operation += 1;
    candidate[i].key.sub = 0;
    Accept(state, candidate, &choices);
  }
  return choices;
}

constexpr ShrinkPass kPasses[] = {
    {"calm", "no unusual choice at all", TryCalm},
    {"streams", "all choices of one stream", DropStreams},
    {"tail", "keeps the last 1, 2, 4, ... choices", KeepTail},
    {"threads", "all choices of one thread", DropThreads},
    {"ddmin", "halves, quarters, ... down to single choices", Ddmin},
    {"pairs", "two choices at once", DropPairs},
    {"values", "random values become smaller", LowerValues},
    {"align", "preemptions move to an operation", AlignPreemptions},
    {"ddmin", "again: the passes before may have made room", Ddmin},
};

}  // namespace

std::span<const ShrinkPass> ShrinkPasses() { return kPasses; }

Choices DropSingles(ShrinkState* state, Choices choices, bool* complete) {
  size_t next = 0;
  size_t kept = 0;  // Drops in a row that did not fail.
  while (kept < choices.size() && !state->exhausted()) {
    next %= choices.size();
    if (Accept(state, WithoutPart(choices, {next}, 0, 1), &choices)) {
      kept = 0;
    } else {
      ++kept;
      ++next;
    }
  }
  *complete = kept >= choices.size();
  return choices;
}

}  // namespace detsim::runtime
