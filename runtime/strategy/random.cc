// Random walk: at every decision each thread that can run is equally likely;
// between decisions a preemption at a plain access is as likely near as far,
// on a logarithmic scale.
#include "runtime/base/prng.h"
#include "runtime/strategy/odds.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

class Random final : public ChoiceSource {
 public:
  constexpr Random() = default;

  void BeginRun(const RunStart& start) override {
    streams_.Seed(start.seed);
    preempt_memory_ = start.options.preempt_memory;
  }

  uint32_t PickThread(const SchedulingPoint& point) override {
    uint32_t n = point.size();
    if (point.key.stream == Stream::kAccess) {
      // The gap already said "preempt here": anybody but the current one.
      return 1 + static_cast<uint32_t>(streams_[Stream::kAccess].Below(n - 1));
    }
    return static_cast<uint32_t>(streams_[Stream::kSchedule].Below(n));
  }

  uint64_t PickValue(const ChoiceKey& key, uint64_t options) override {
    return streams_.Pick(key.stream, options);
  }

  // Half of the stretches between decisions are left alone; in the others the
  // gap is uniform below a power of two that is itself drawn, so that both a
  // window of two accesses and one deep in a long stretch are hit.
  uint64_t AccessGap(const Candidate&, uint64_t) override {
    if (!preempt_memory_) return kNoAccessGap;
    uint64_t draw = streams_[Stream::kAccess].Next();
    if (draw & 1) return kNoAccessGap;
    uint64_t magnitude = ((draw >> 1) & 0xffff) * kMagnitudes >> 16;
    return 1 + ((draw >> 17) & ((uint64_t{1} << magnitude) - 1));
  }

 private:
  static constexpr uint64_t kMagnitudes = 9;  // Gaps of at most 256.

  ValueStreams streams_;
  bool preempt_memory_ = true;
};

constinit Random random_strategy;

}  // namespace

ChoiceSource& RandomStrategy() { return random_strategy; }

}  // namespace detsim::runtime
