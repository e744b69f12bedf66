#include "runtime/explore/learn.h"

#include <algorithm>
#include <iterator>

namespace detsim::runtime {
namespace {

// True if something of `more` was not in `set`.
bool Unite(const PlaceSet& more, PlaceSet* set) {
  bool fresh = false;
  for (size_t i = 0; i < std::size(set->words); ++i) {
    fresh = fresh || (more.words[i] & ~set->words[i]) != 0;
    set->words[i] |= more.words[i];
  }
  return fresh;
}

// The index of `key` among the profile's; kProfileThreads if it is full.
uint32_t IndexOfKey(ThreadKey key, Profile* profile) {
  ThreadKey* end = profile->keys + profile->key_count;
  ThreadKey* found = std::find(profile->keys, end, key);
  if (found == end && profile->key_count < kProfileThreads) {
    *found = key;
    ++profile->key_count;
  }
  return static_cast<uint32_t>(found - profile->keys);
}

// Events of a thread differ from run to run, and one that spins has many: the
// newer a run the more it counts.
void LearnObject(const SharedObject& seen, const Observation& observation,
                 Profile* profile) {
  SharedObject* end = profile->objects + profile->object_count;
  SharedObject* object = std::find_if(
      profile->objects, end,
      [&](const SharedObject& known) { return known.address == seen.address; });
  if (object == end) {
    if (profile->object_count < kProfileObjects) {
      ++profile->object_count;
    } else {
      // Full: another one makes room, each in its turn.
      object = profile->objects + profile->runs % kProfileObjects;
    }
    *object = {.address = seen.address, .events = {}};
  }
  for (uint32_t i = 0; i < observation.key_count; ++i) {
    if (observation.keys[i] == 0) continue;
    uint32_t index = IndexOfKey(observation.keys[i], profile);
    if (index == kProfileThreads) continue;
    uint32_t known = object->events[index];
    uint32_t events = seen.events[i];
    object->events[index] = static_cast<uint16_t>(
        known == 0 || events == 0 ? known + events : (known + events + 1) / 2);
  }
}

void LearnPair(const ReadsFrom& pair, Profile* profile) {
  ReadsFrom* end = profile->pairs + profile->pair_count;
  if (std::find(profile->pairs, end, pair) != end) return;
  if (profile->pair_count < kProfilePairs) {
    *end = pair;
    ++profile->pair_count;
  } else {
    profile->pairs[profile->runs % kProfilePairs] = pair;
  }
}

}  // namespace

bool Learn(const RunResult& run, Profile* profile) {
  bool fresh = false;
  for (const Observation& seen : run.observation) {
    ++profile->runs;
    profile->events = std::max(profile->events, seen.events);
    for (uint32_t i = 0; i < seen.object_count; ++i) {
      LearnObject(seen.objects[i], seen, profile);
    }
    for (uint32_t i = 0; i < seen.pair_count; ++i) {
      LearnPair(seen.pairs[i], profile);
    }
    Unite(seen.seen, &profile->seen);
    Unite(seen.contended, &profile->contended);
    fresh = Unite(seen.read_from, &profile->read_from);
    if (fresh && seen.constraints.count != 0) {
      profile->corpus[profile->corpus_count++ % kProfileCorpus] =
          seen.constraints;
    }
  }
  uint8_t turn = run.summary.turn;
  if (turn == 0 || turn > kProfileStrategies) return fresh;
  StrategyYield& yield = profile->yields[turn - 1];
  ++yield.runs;
  yield.fresh += fresh ? 1 : 0;
  return fresh;
}

}  // namespace detsim::runtime
