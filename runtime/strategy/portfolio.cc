// Several strategies in one: no one of them wins on all programs. Which one a
// run uses is a function of its seed and of the profile: each has a share of
// its own, and as much again is given to those whose runs have most often shown
// something for the first time.
#include "runtime/strategy/portfolio.h"

#include "runtime/base/prng.h"
#include "runtime/strategy/event_watcher.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

// Reads-from constraints and selective uniformity find what needs few events in
// one order among many, so they have most; a plain walk is for the rest.
constexpr uint8_t kTurns[kPortfolioCycle] = {0, 1, 0, 1, 2, 0, 1, 0,
                                             3, 1, 0, 1, 2, 0, 1, 4};
// Needs to know nothing; those before it learn, those after it do not.
constexpr uint32_t kWithoutProfile = 2;
// Above so many events in a run it costs too much to be asked at each of them.
constexpr uint64_t kEventsMax = 200'000;

class Portfolio final : public ChoiceSource {
 public:
  constexpr Portfolio() = default;

  void BeginRun(const RunStart& start) override {
    event_watcher.Map();
    index_ = PortfolioTurn(start.seed, start.profile);
    active_ = PortfolioStrategies()[index_].source;
    active_->BeginRun(start);
  }

  uint32_t PickThread(const SchedulingPoint& point) override {
    return active_->PickThread(point);
  }
  uint64_t PickValue(const ChoiceKey& key, uint64_t options) override {
    return active_->PickValue(key, options);
  }
  uint64_t AccessGap(const Candidate& current, uint64_t accesses) override {
    return active_->AccessGap(current, accesses);
  }
  bool WatchesEvents() const override { return active_->WatchesEvents(); }
  void Alone(Candidate& thread) override { active_->Alone(thread); }
  const Observation* Observe() override { return active_->Observe(); }
  uint8_t Turn() const override { return static_cast<uint8_t>(index_ + 1); }

 private:
  ChoiceSource* active_ = nullptr;
  uint32_t index_ = 0;
};

constinit Portfolio portfolio;

}  // namespace

std::span<const PortfolioRow> PortfolioStrategies() {
  static const PortfolioRow rows[] = {{"rff", &RffStrategy()},
                                      {"surw", &SurwStrategy()},
                                      {"pos", &PosStrategy()},
                                      {"pct", &PctStrategy()},
                                      {"random", &RandomStrategy()}};
  return rows;
}

uint32_t PortfolioTurn(uint64_t seed, const Profile& profile) {
  if (profile.runs == 0 && profile.steps == 0) return kWithoutProfile;
  uint32_t turn = kTurns[seed % kPortfolioCycle];
  // A small program fails within a few runs, if they learn from each other.
  if (profile.runs < kPortfolioCycle && turn > kWithoutProfile) turn = seed % 2;
  if (profile.events > kEventsMax && HashMix(seed) % 8 != 0) {
    return 3 + static_cast<uint32_t>(seed % 2);
  }
  return turn;
}

ChoiceSource& PortfolioStrategy() { return portfolio; }

}  // namespace detsim::runtime
