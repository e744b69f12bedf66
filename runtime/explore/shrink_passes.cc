#include "runtime/explore/shrink_passes.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace detsim::runtime {
namespace {

// Pairs are tried when their number is small.
constexpr size_t kPairsOfMax = 40;
// Records in which one switch is tried for several, and how many different ones
// are tried for that.
constexpr size_t kReplacedOfMax = 6;
constexpr size_t kReplacementsMax = 1000;
// Smaller values that are tried for one: the half, three quarters, ...
constexpr int kSmallerValues = 8;

bool IsSwitch(const Choice& choice) {
  return choice.key.stream == Stream::kSchedule ||
         choice.key.stream == Stream::kAccess;
}

template <typename Drop>
Choices Without(const Choices& choices, Drop drop) {
  Choices result;
  std::copy_if(choices.begin(), choices.end(), std::back_inserter(result),
               [&](const Choice& choice) { return !drop(choice); });
  return result;
}

// Nothing if that is all of them.
template <typename Drop>
std::optional<Choices> Less(const Choices& choices, Drop drop) {
  Choices result = Without(choices, drop);
  if (result.size() == choices.size()) return std::nullopt;
  return result;
}

// Changes 0 to `count` - 1 of a record, one after the other; each that still
// fails stays. `change` gets the record as it is by then.
template <typename Change>
Choices InTurn(ShrinkState* state, Choices choices, size_t count,
               Change change) {
  for (size_t next = 0; next < count && !state->exhausted();) {
    auto accepted = state->First(
        count - next, [&](size_t i) { return change(choices, next + i); });
    if (!accepted) break;
    next += accepted->index + 1;
    choices = std::move(accepted->choices);
  }
  return choices;
}

// The first of some records that fails, or the one given.
Choices FirstOf(ShrinkState* state, Choices choices, size_t count,
                const ShrinkState::Candidates& candidates) {
  auto accepted = state->First(count, candidates);
  return accepted ? std::move(accepted->choices) : choices;
}

std::vector<ChoiceKey> KeysOf(const Choices& choices) {
  std::vector<ChoiceKey> keys;
  for (const Choice& choice : choices) keys.push_back(choice.key);
  return keys;
}

Choices::iterator Find(Choices* choices, const ChoiceKey& key) {
  return std::find_if(choices->begin(), choices->end(),
                      [&](const Choice& choice) { return choice.key == key; });
}

// In which order choices are dropped in this descent.
void Arrange(const ShrinkState& state, std::vector<ChoiceKey>* keys) {
  // What comes late is least likely to matter to the rest.
  if (state.order() == 0) std::reverse(keys->begin(), keys->end());
  uint64_t word = state.order();
  for (size_t i = keys->size(); state.order() >= 2 && i > 1; --i) {
    word = word * 6364136223846793005ull + 1442695040888963407ull;
    std::swap((*keys)[i - 1], (*keys)[(word >> 33) % i]);
  }
}

// Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input"
// (2002), without its "reduce to subset" half, which KeepTail and CutTail
// cover, in the order of the descent, and among the choices that `may_go`.
template <typename MayGo>
Choices DropSpans(ShrinkState* state, Choices choices, MayGo may_go) {
  for (size_t size = 0; !state->exhausted();) {
    std::vector<ChoiceKey> keys;
    for (const Choice& choice : choices) {
      if (may_go(choice)) keys.push_back(choice.key);
    }
    if (keys.empty()) break;
    Arrange(*state, &keys);
    size = std::clamp<size_t>(size == 0 ? keys.size() : size, 1, keys.size());
    size_t before = choices.size();
    size_t spans = (keys.size() + size - 1) / size;
    choices = InTurn(
        state, std::move(choices), spans, [&](const Choices& all, size_t span) {
          auto begin = keys.begin() + static_cast<ptrdiff_t>(span * size);
          auto end = keys.begin() + static_cast<ptrdiff_t>(std::min(
                                        (span + 1) * size, keys.size()));
          std::set<ChoiceKey> dropped(begin, end);
          return Less(all, [&](const Choice& choice) {
            return dropped.contains(choice.key);
          });
        });
    if (choices.size() != before) continue;
    if (size == 1) break;
    size = (size + 1) / 2;
  }
  return choices;
}

// Some failures need no unusual choice at all.
Choices TryCalm(ShrinkState* state, Choices choices) {
  return FirstOf(state, std::move(choices), 1,
                 [](size_t) { return Choices(); });
}

// Most failures need the choices of one or two streams.
Choices DropStreams(ShrinkState* state, Choices choices) {
  return InTurn(
      state, std::move(choices), kStreams, [](const Choices& all, size_t i) {
        return Less(all, [&](const Choice& choice) {
          return static_cast<size_t>(choice.key.stream) == kStreams - 1 - i;
        });
      });
}

// How many of 1, 2, 4, ... are less than all.
size_t PowersBelow(size_t count) {
  size_t powers = 0;
  while ((size_t{1} << powers) < count) ++powers;
  return powers;
}

// Concurrency bugs are decided late in a run: the end of the record is often
// enough.
Choices KeepTail(ShrinkState* state, Choices choices) {
  return FirstOf(state, choices, PowersBelow(choices.size()), [&](size_t i) {
    return Choices(choices.end() - (ptrdiff_t{1} << i), choices.end());
  });
}

// And some early: the rest is what would have happened anyway.
Choices CutTail(ShrinkState* state, Choices choices) {
  return FirstOf(state, choices, PowersBelow(choices.size()), [&](size_t i) {
    return Choices(choices.begin(), choices.begin() + (ptrdiff_t{1} << i));
  });
}

// Threads that have no part in the failure: they are neither interrupted nor
// made to run instead of others; or only not interrupted.
Choices DropThreads(ShrinkState* state, Choices choices) {
  std::set<ThreadKey> set;
  for (const Choice& choice : choices) {
    set.insert(choice.key.thread);
    if (IsSwitch(choice)) set.insert(choice.value);
  }
  std::vector<ThreadKey> threads(set.begin(), set.end());
  return InTurn(
      state, std::move(choices), 2 * threads.size(),
      [&](const Choices& all, size_t i) {
        ThreadKey thread = threads[i / 2];
        return Less(all, [&](const Choice& choice) {
          return choice.key.thread == thread ||
                 (i % 2 == 0 && IsSwitch(choice) && choice.value == thread);
        });
      });
}

// Spurious wake-ups and failures, and waiters woken before their turn.
Choices DropFaults(ShrinkState* state, Choices choices) {
  return DropSpans(state, std::move(choices), [](const Choice& choice) {
    return choice.key.stream == Stream::kSpurious ||
           choice.key.stream == Stream::kWake;
  });
}

// How far virtual time jumps is the program's; how often, is not.
Choices DropTimeJumps(ShrinkState* state, Choices choices) {
  return DropSpans(state, std::move(choices), [](const Choice& choice) {
    return choice.key.stream == Stream::kTime;
  });
}

Choices Ddmin(ShrinkState* state, Choices choices) {
  return DropSpans(state, std::move(choices),
                   [](const Choice&) { return true; });
}

// Two segments of a thread with one of another between them become one: the
// switch away goes, and the switch by which that other one gave up.
Choices MergeSegments(ShrinkState* state, Choices choices) {
  std::vector<std::pair<ChoiceKey, ChoiceKey>> switches;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (!IsSwitch(choices[i])) continue;
    auto back = std::find_if(choices.begin() + static_cast<ptrdiff_t>(i) + 1,
                             choices.end(), [&](const Choice& choice) {
                               return IsSwitch(choice) &&
                                      choice.key.thread == choices[i].value;
                             });
    if (back != choices.end()) switches.emplace_back(choices[i].key, back->key);
  }
  return InTurn(state, std::move(choices), switches.size(),
                [&](const Choices& all, size_t i) {
                  return Less(all, [&](const Choice& choice) {
                    return choice.key == switches[i].first ||
                           choice.key == switches[i].second;
                  });
                });
}

// Choices that cannot go one without the other, whatever they are.
Choices DropPairs(ShrinkState* state, Choices choices) {
  if (choices.size() > kPairsOfMax) return choices;
  std::vector<ChoiceKey> keys = KeysOf(choices);
  size_t count = keys.size();
  return InTurn(state, std::move(choices), count * count,
                [&](const Choices& all, size_t i) -> std::optional<Choices> {
                  size_t first = i / count;
                  size_t second = i % count;
                  if (first >= second) return std::nullopt;
                  return Less(all, [&](const Choice& choice) {
                    return choice.key == keys[first] ||
                           choice.key == keys[second];
                  });
                });
}

// What is handed to the program becomes smaller, and so does the number of
// waiters that are passed over.
Choices LowerValues(ShrinkState* state, Choices choices) {
  for (const ChoiceKey& key : KeysOf(choices)) {
    if (key.stream != Stream::kValue && key.stream != Stream::kWake) continue;
    while (!state->exhausted()) {
      auto at = Find(&choices, key);
      if (at == choices.end() || at->value <= 1) break;
      auto accepted =
          state->First(kSmallerValues, [&](size_t i) -> std::optional<Choices> {
            uint64_t less = at->value >> (i + 1);
            if (less == 0) return std::nullopt;
            Choices candidate = choices;
            Find(&candidate, key)->value -= less;
            return candidate;
          });
      if (!accepted) break;
      choices = std::move(accepted->choices);
    }
  }
  return choices;
}

// A preemption between two operations of a thread is easier to follow than one
// in the middle of an expression: moves it to the operation after it, or else
// to the one before.
Choices AlignPreemptions(ShrinkState* state, Choices choices) {
  std::vector<ChoiceKey> keys = KeysOf(choices);
  return InTurn(state, std::move(choices), 2 * keys.size(),
                [&](const Choices& all, size_t i) -> std::optional<Choices> {
                  const ChoiceKey& key = keys[i / 2];
                  if (key.stream != Stream::kAccess) return std::nullopt;
                  Choices candidate = all;
                  auto at = Find(&candidate, key);
                  ChoiceKey moved = {
                      .thread = key.thread,
                      .operation = key.operation + (i % 2 == 0 ? 1 : 0)};
                  bool taken = Find(&candidate, moved) != candidate.end();
                  if (at == candidate.end() || taken) return std::nullopt;
                  at->key = moved;
                  return candidate;
                });
}

// A record from which no choice can go may still be larger than another one
// with a switch elsewhere: a single switch, at any operation, in the place of
// all, or else of two, of the choices.
Choices ReplaceSwitches(ShrinkState* state, Choices choices) {
  if (choices.size() < 2 || choices.size() > kReplacedOfMax) return choices;
  Choices switches;
  std::vector<ShrinkState::Thread> threads = state->threads();
  for (const ShrinkState::Thread& from : threads) {
    for (const ShrinkState::Thread& to : threads) {
      if (from.key == to.key) continue;
      for (uint64_t i = 0; i <= from.operations; ++i)
        switches.push_back({{.thread = from.key, .operation = i}, to.key});
    }
  }
  if (switches.size() > kReplacementsMax) return choices;
  auto alone = state->First(switches.size(),
                            [&](size_t i) { return Choices{switches[i]}; });
  if (alone) return std::move(alone->choices);
  if (choices.size() == 2) return choices;
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t i = 0; i < choices.size(); ++i) {
    for (size_t j = i + 1; j < choices.size(); ++j) pairs.emplace_back(i, j);
  }
  if (pairs.size() * switches.size() > kReplacementsMax) return choices;
  return FirstOf(
      state, choices, pairs.size() * switches.size(),
      [&](size_t i) -> std::optional<Choices> {
        const Choice& added = switches[i % switches.size()];
        auto [one, two] = pairs[i / switches.size()];
        Choices candidate = choices;
        candidate.erase(candidate.begin() + static_cast<ptrdiff_t>(two));
        candidate[one] = added;
        if (Find(&candidate, added.key) - candidate.begin() !=
            static_cast<ptrdiff_t>(one))
          return std::nullopt;
        return candidate;
      });
}

constexpr ShrinkPass kPasses[] = {
    {"calm", "no unusual choice at all", TryCalm},
    {"streams", "all choices of one stream", DropStreams},
    {"tail", "keeps the last 1, 2, 4, ... choices", KeepTail},
    {"cut", "keeps the first 1, 2, 4, ... choices", CutTail},
    {"threads", "all choices that a thread has part in", DropThreads},
    {"faults", "spurious events and wake-ups out of turn", DropFaults},
    {"time", "jumps of time", DropTimeJumps},
    {"ddmin", "halves, quarters, ... down to single choices", Ddmin},
    {"merge", "a switch away and the switch back", MergeSegments},
    {"pairs", "two choices at once", DropPairs},
    {"values", "values become smaller", LowerValues},
    {"align", "preemptions move to an operation", AlignPreemptions},
    {"replace", "one switch in the place of all, or of two", ReplaceSwitches},
};

}  // namespace

std::tuple<size_t, size_t, double> SizeOf(const Choices& choices) {
  size_t in_expressions = 0;
  double values = 0;
  for (const Choice& choice : choices) {
    if (choice.key.stream == Stream::kAccess) ++in_expressions;
    if (!IsSwitch(choice)) values += static_cast<double>(choice.value);
  }
  return {choices.size(), in_expressions, values};
}

std::span<const ShrinkPass> ShrinkPasses() { return kPasses; }

Choices Shrink(ShrinkState* state, Choices choices) {
  while (!state->exhausted()) {
    Choices before = choices;
    for (const ShrinkPass& pass : ShrinkPasses()) {
      if (state->exhausted()) break;
      choices = pass.run(state, std::move(choices));
    }
    if (choices == before) break;
  }
  return choices;
}

ShrinkState::Candidates WithoutOne(const Choices& choices) {
  return [&choices](size_t i) {
    Choices candidate = choices;
    candidate.erase(candidate.begin() + static_cast<ptrdiff_t>(i));
    return candidate;
  };
}

}  // namespace detsim::runtime
