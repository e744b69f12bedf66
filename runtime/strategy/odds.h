// How often the drawing strategies let something other than a schedule be
// unusual. Shared, so that strategies differ in how they schedule only.
#ifndef DETSIM_RUNTIME_STRATEGY_ODDS_H_
#define DETSIM_RUNTIME_STRATEGY_ODDS_H_

#include <cstdint>

#include "runtime/base/prng.h"
#include "runtime/choice/choice.h"

namespace detsim::runtime {

// The generators of the streams that are not schedules.
class ValueStreams {
 public:
  constexpr ValueStreams() = default;

  void Seed(uint64_t seed) {
    for (int i = 0; i < kStreams; ++i) {
      streams_[i] = Prng(seed, static_cast<uint64_t>(i));
    }
    time_odds_ = kTimeOdds[HashMix(seed) % kTimeKinds];
  }

  Prng& operator[](Stream stream) { return streams_[static_cast<int>(stream)]; }

  // A value for PickValue: waiters and random values uniformly, spurious
  // events once in 16, time passing once in 2, 6 or 24, depending on the seed.
  uint64_t Pick(Stream stream, uint64_t options) {
    Prng& prng = (*this)[stream];
    switch (stream) {
      case Stream::kSpurious:
        return prng.OneIn(16) ? 1 : 0;
      case Stream::kTime:
        return prng.OneIn(time_odds_) ? 1 : 0;
      default:
        return options == 0 ? prng.Next() : prng.Below(options);
    }
  }

  // How rarely time passes in this run although somebody could go on.
  uint64_t time_odds() const { return time_odds_; }

 private:
  // Threads that sleep meet only if time passes often enough for the one to
  // wake while the other works; races with time-outs need it to pass rarely.
  static constexpr uint64_t kTimeKinds = 4;
  static constexpr uint8_t kTimeOdds[kTimeKinds] = {2, 6, 24, 24};

  uint64_t time_odds_ = 24;
  Prng streams_[kStreams];
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_STRATEGY_ODDS_H_
