// POS: Yuan, Yang, Gu, "Partial order aware concurrency sampling", CAV 2018.
// Every pending event has a random priority and the highest one happens; then
// events that conflict with it draw theirs anew. So each order of conflicting
// events is met about as often as another, whatever else threads do between.
//
// Where we differ: a thread that yields, or that spins, goes behind all others
// until it has made a step; one that is blocked draws anew when it is woken.
#include <algorithm>

#include "runtime/strategy/event_source.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

class Pos final : public EventSource {
 public:
  constexpr Pos() = default;

 protected:
  void Start(const Profile&) override { bottom_ = 0; }

  uint32_t Pick(const SchedulingPoint& point) override {
    if (point.current_yields) point.current->strategy_word = --bottom_;
    uint32_t best = 0;
    for (uint32_t i = 0; i < point.size(); ++i) {
      if (Priority(*point[i]) > Priority(*point[best])) best = i;
    }
    const PendingOperation& event = point[best]->pending;
    for (uint32_t i = 0; i < point.size(); ++i) {
      if (Conflicts(point[i]->pending, event)) point[i]->strategy_word = 0;
    }
    point[best]->strategy_word = 0;
    return best;
  }

  void PerformAlone(Candidate& thread) override { thread.strategy_word = 0; }

 private:
  // Of the pending event; drawn when first asked, positive unless it yields.
  int64_t Priority(Candidate& thread) {
    if (thread.strategy_word == 0) {
      thread.strategy_word = static_cast<int64_t>(schedule().Next() >> 2) + 1;
    }
    return thread.strategy_word;
  }

  int64_t bottom_ = 0;
};

constinit Pos pos;

}  // namespace

ChoiceSource& PosStrategy() { return pos; }

}  // namespace detsim::runtime
