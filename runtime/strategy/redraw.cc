// Follows the recorded choices up to a decision and draws all that come after
// it, as the random walk does: how likely is a failure from there on?
// (explore/cause.h)
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

class Redraw final : public ChoiceSource {
 public:
  constexpr Redraw() = default;

  void BeginRun(const RunStart& start) override {
    ReplaySource().BeginRun(start);
    RandomStrategy().BeginRun(start);
    left_ = start.replayed;
  }

  uint32_t PickThread(const SchedulingPoint& point) override {
    if (left_ == 0) return RandomStrategy().PickThread(point);
    uint32_t option = ReplaySource().PickThread(point);
    // A preemption that has lost its meaning was no decision.
    bool nothing = point.key.stream == Stream::kAccess && option == 0 &&
                   !point.current_yields;
    if (!nothing) --left_;
    return option;
  }

  uint64_t PickValue(const ChoiceKey& key, uint64_t options) override {
    if (left_ == 0) return RandomStrategy().PickValue(key, options);
    --left_;
    return ReplaySource().PickValue(key, options);
  }

  uint64_t AccessGap(const Candidate& current, uint64_t accesses) override {
    return left_ == 0 ? RandomStrategy().AccessGap(current, accesses)
                      : ReplaySource().AccessGap(current, accesses);
  }

 private:
  uint64_t left_ = 0;  // Decisions to come that are recorded.
};

constinit Redraw redraw;

}  // namespace

ChoiceSource& RedrawSource() { return redraw; }

}  // namespace detsim::runtime
