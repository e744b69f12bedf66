// What strategies learn from earlier runs of the same test, and what one run
// tells them. Plain data of bounded size: a profile goes out with each request
// and into each artifact, an observation comes back with a run's result. Both
// are functions of seeds alone (explore/sweep.h merges in seed order).
#ifndef DETSIM_RUNTIME_CHOICE_PROFILE_H_
#define DETSIM_RUNTIME_CHOICE_PROFILE_H_

#include <cstdint>

#include "runtime/base/prng.h"
#include "runtime/choice/choice.h"

namespace detsim::runtime {

inline constexpr uint32_t kProfileThreads = 32;
inline constexpr uint32_t kProfileObjects = 32;
inline constexpr uint32_t kProfilePairs = 128;
inline constexpr uint32_t kProfileCorpus = 32;
inline constexpr uint32_t kConstraintsMax = 4;
inline constexpr uint32_t kProfileStrategies = 8;

// A set of places in the code or of pairs of them, by hash: two that share a
// bit are one.
struct PlaceSet {
  static constexpr uint64_t kBits = 4096;
  uint64_t words[kBits / 64] = {};

  static uint64_t Bit(uint64_t place) {
    return place * 0x9e3779b97f4a7c15ull >> 52;
  }
  bool Has(uint64_t place) const {
    return (words[Bit(place) / 64] >> Bit(place) % 64 & 1) != 0;
  }
  void Add(uint64_t place) {
    words[Bit(place) / 64] |= uint64_t{1} << Bit(place) % 64;
  }
  friend bool operator==(const PlaceSet&, const PlaceSet&) = default;
};

// An object that several threads touched, one of them writing: its address, and
// how many events on it each thread had (indices of Profile::keys).
struct SharedObject {
  uint64_t address = 0;
  uint16_t events[kProfileThreads] = {};

  friend bool operator==(const SharedObject&, const SharedObject&) = default;
};

// Two places that touched the same object from different threads: what the
// first reads, the second may have written. No write: what was there before
// the threads were.
struct ReadsFrom {
  uint64_t read = 0;
  uint64_t write = 0;

  friend bool operator==(const ReadsFrom&, const ReadsFrom&) = default;
};

// A pair as an element of Profile::read_from.
constexpr uint64_t PairPlace(const ReadsFrom& pair) {
  return HashMix(pair.read) ^ pair.write;
}

// An abstract schedule: what some reads shall read from (strategy/rff.cc).
struct Constraints {
  uint32_t count = 0;
  uint32_t unused = 0;
  ReadsFrom reads[kConstraintsMax];

  friend bool operator==(const Constraints&, const Constraints&) = default;
};

// How often a strategy of the portfolio was used, and in how many of these runs
// something was seen for the first time.
struct StrategyYield {
  uint32_t runs = 0;
  uint32_t fresh = 0;

  friend bool operator==(const StrategyYield&, const StrategyYield&) = default;
};

// 0 means "not known yet" everywhere.
struct Profile {
  uint64_t steps = 0;     // Decision points of a run.
  uint64_t accesses = 0;  // Plain accesses of a run.
  uint64_t threads = 0;
  uint64_t runs = 0;    // Observed.
  uint64_t events = 0;  // Of an observed run: steps, and accesses asked about.

  uint32_t key_count = 0;
  uint32_t object_count = 0;
  uint32_t pair_count = 0;
  uint32_t corpus_count = 0;  // Ever added; the newest kProfileCorpus are kept.
  ThreadKey keys[kProfileThreads] = {};
  SharedObject objects[kProfileObjects];
  ReadsFrom pairs[kProfilePairs];
  Constraints corpus[kProfileCorpus];
  PlaceSet seen;       // Places of accesses asked about.
  PlaceSet contended;  // Those that touched what other threads touch as well.
  PlaceSet read_from;  // Pairs of a read and the write that it read.
  StrategyYield yields[kProfileStrategies];

  friend bool operator==(const Profile&, const Profile&) = default;
};

// What a strategy that looks at every event has seen in a run.
struct Observation {
  uint64_t events = 0;
  uint32_t strategy = 0;  // Index into the portfolio.
  uint32_t key_count = 0;
  uint32_t object_count = 0;
  uint32_t pair_count = 0;
  ThreadKey keys[kProfileThreads] = {};
  SharedObject objects[kProfileObjects];
  ReadsFrom pairs[kProfilePairs];
  Constraints constraints;
  PlaceSet seen;
  PlaceSet contended;
  PlaceSet read_from;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_PROFILE_H_
