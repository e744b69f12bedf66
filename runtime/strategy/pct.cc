// PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A randomized scheduler
// with probabilistic guarantees of finding bugs", ASPLOS 2010. Threads have
// random priorities, the highest one that can run does, and at depth - 1
// random steps the running thread drops to the bottom.
//
// Where we differ: the depth cycles from 2 to 5 with the seed; a thread that
// yields, or that spins, drops to the bottom, else a spin under a high priority
// would never end; plain accesses do not count as steps (that dilutes the
// change points: it found nothing in 2,000 runs), a few change points of their
// own are spent on them instead; the number of steps comes from the profile,
// and a run that gets twice as long is fair from there on: who runs drops to
// the bottom every now and then, since it may wait for the others.
#include <algorithm>

#include "runtime/base/prng.h"
#include "runtime/strategy/odds.h"
#include "runtime/strategy/portfolio.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kStepsUnknown = 1000;
constexpr int kDepthMin = 2;
constexpr int kDepths = 4;
constexpr int kAccessChangePoints = 2;
constexpr uint64_t kFairTailSteps = 2;  // Times the expected number.
constexpr uint64_t kFairTailOdds = 32;

class Pct final : public ChoiceSource {
 public:
  constexpr Pct() = default;

  void BeginRun(const RunStart& start) override {
    streams_.Seed(start.seed);
    priorities_ = Prng(start.seed, kStreams);
    steps_ = 0;
    next_step_change_ = 0;
    next_access_change_ = 0;
    bottom_ = 0;
    Prng changes(start.seed, kStreams + 1);
    // Also of every 16th seed, as the portfolio has it, the depth changes.
    uint64_t turn = start.seed + start.seed / kPortfolioCycle;
    step_change_count_ = kDepthMin - 1 + static_cast<int>(turn % kDepths);
    uint64_t steps = start.profile.steps;
    if (steps == 0) steps = kStepsUnknown;
    fair_from_ = steps * kFairTailSteps;
    Draw(changes, steps, step_changes_, step_change_count_);
    access_change_count_ = 0;
    if (start.options.preempt_memory && start.profile.accesses != 0) {
      access_change_count_ = kAccessChangePoints;
      Draw(changes, start.profile.accesses, access_changes_,
           access_change_count_);
    }
  }

  uint32_t PickThread(const SchedulingPoint& point) override {
    Priority(*point.current);
    if (point.key.stream == Stream::kAccess) {
      ++next_access_change_;
      Drop(*point.current);
    } else {
      ++steps_;
      if (point.current_yields ||
          (steps_ > fair_from_ && priorities_.OneIn(kFairTailOdds))) {
        Drop(*point.current);
      }
      while (next_step_change_ < step_change_count_ &&
             step_changes_[next_step_change_] <= steps_) {
        ++next_step_change_;
        Drop(*point.current);
      }
    }
    uint32_t best = 0;
    for (uint32_t i = 1; i < point.size(); ++i) {
      if (Priority(*point[i]) > Priority(*point[best])) best = i;
    }
    return best;
  }

  uint64_t PickValue(const ChoiceKey& key, uint64_t options) override {
    return streams_.Pick(key.stream, options);
  }

  uint64_t AccessGap(const Candidate&, uint64_t accesses) override {
    // A change point inside code that could not be preempted is gone.
    while (next_access_change_ < access_change_count_ &&
           access_changes_[next_access_change_] <= accesses) {
      ++next_access_change_;
    }
    if (next_access_change_ == access_change_count_) return kNoAccessGap;
    return access_changes_[next_access_change_] - accesses;
  }

 private:
  static void Draw(Prng& prng, uint64_t range, uint64_t* points, int count) {
    for (int i = 0; i < count; ++i) points[i] = 1 + prng.Below(range);
    std::sort(points, points + count);
  }

  // Drawn when first asked; positive until dropped.
  int64_t Priority(Candidate& candidate) {
    if (candidate.strategy_word == 0) {
      candidate.strategy_word =
          static_cast<int64_t>(priorities_.Next() >> 2) + 1;
    }
    return candidate.strategy_word;
  }
  void Drop(Candidate& candidate) { candidate.strategy_word = --bottom_; }

  ValueStreams streams_;
  Prng priorities_;
  uint64_t steps_ = 0;
  uint64_t fair_from_ = 0;  // The step from which on the run is fair.
  int64_t bottom_ = 0;
  uint64_t step_changes_[kDepthMin + kDepths] = {};
  uint64_t access_changes_[kAccessChangePoints] = {};
  int step_change_count_ = 0;
  int access_change_count_ = 0;
  int next_step_change_ = 0;
  int next_access_change_ = 0;
};

constinit Pct pct;

}  // namespace

ChoiceSource& PctStrategy() { return pct; }

}  // namespace detsim::runtime
