// The random numbers behind strategies. One generator per stream, each derived
// by hashing (seed, stream): generators that are one another shifted would
// correlate "preempt here" with "switch to whom".
#ifndef DETSIM_RUNTIME_BASE_PRNG_H_
#define DETSIM_RUNTIME_BASE_PRNG_H_

#include <cstdint>

namespace detsim::runtime {

// SplitMix64's finalizer (Steele, Lea, Flood: Fast splittable pseudorandom
// number generators, OOPSLA 2014).
constexpr uint64_t HashMix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// wyrand (Wang Yi, wyhash, public domain): one 128-bit multiplication a draw.
class Prng {
 public:
  constexpr Prng() = default;
  constexpr Prng(uint64_t seed, uint64_t stream)
      : state_(HashMix(HashMix(seed + 0x9e3779b97f4a7c15ull) ^
                       (stream + 1) * 0xd1342543de82ef95ull)) {}

  // Uniform in [0, 2^64).
  constexpr uint64_t Next() {
    state_ += 0xa0761d6478bd642full;
    unsigned __int128 product = static_cast<unsigned __int128>(state_) *
                                (state_ ^ 0xe7037ed1a0b428dbull);
    return static_cast<uint64_t>(product >> 64) ^
           static_cast<uint64_t>(product);
  }

  // Uniform in [0, bound), bias below bound / 2^64. REQUIRES: bound > 0.
  constexpr uint64_t Below(uint64_t bound) {
    return static_cast<uint64_t>(
        (static_cast<unsigned __int128>(Next()) * bound) >> 64);
  }

  // True once in `n` on average.
  constexpr bool OneIn(uint64_t n) { return Below(n) == 0; }

 private:
  uint64_t state_ = 0;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_BASE_PRNG_H_
