// What strategies over all events have in common: they are asked at every
// operation and every access that another thread may see, and an event watcher
// is told what happens.
//
// An event that no other can conflict with happens at once: the start of a
// thread, a spawn, a join, and what touches nothing that several threads do, as
// far as the profile knows. No order of conflicting events is lost by that, and
// those that remain are fewer to order (persistent sets of one event:
// Godefroid, "Partial-order methods for the verification of concurrent
// systems", 1996). One run in kThoroughOdds, after the first
// few, trusts no profile.
#ifndef DETSIM_RUNTIME_STRATEGY_EVENT_SOURCE_H_
#define DETSIM_RUNTIME_STRATEGY_EVENT_SOURCE_H_

#include <cstdint>

#include "runtime/base/prng.h"
#include "runtime/choice/choice_source.h"
#include "runtime/strategy/event_watcher.h"
#include "runtime/strategy/odds.h"

namespace detsim::runtime {

class EventSource : public ChoiceSource {
 public:
  constexpr EventSource() = default;

  void BeginRun(const RunStart& start) final {
    streams_.Seed(start.seed);
    schedule_ = Prng(start.seed, kStreams);
    preempt_memory_ = start.options.preempt_memory;
    event_watcher.BeginRun(start.profile);
    thorough_ = start.profile.runs >= kThoroughFrom &&
                HashMix(start.seed) % kThoroughOdds == 0;
    Start(event_watcher.profile());
  }

  uint32_t PickThread(const SchedulingPoint& point) final {
    uint32_t option = FindQuiet(point);
    if (option == point.size()) {
      option = Pick(point);
    } else {
      point[option]->strategy_word = 0;
    }
    event_watcher.Performed(*point[option]);
    return option;
  }

  void Alone(Candidate& thread) final {
    PerformAlone(thread);
    event_watcher.Performed(thread);
  }

  uint64_t PickValue(const ChoiceKey& key, uint64_t options) final {
    return streams_.Pick(key.stream, options);
  }

  uint64_t AccessGap(const Candidate&, uint64_t) final {
    if (!preempt_memory_) return kNoAccessGap;
    return event_watcher.events() < kEventsMax ? kEveryAccess : kLaterGap;
  }

  bool WatchesEvents() const final { return true; }

  const Observation* Observe() final {
    Observation* told = event_watcher.Finish();
    if (told != nullptr) Tell(told);
    return told;
  }

 protected:
  ~EventSource() = default;

  virtual void Start(const Profile& profile) = 0;
  // An option of `point`, whose thread then performs its pending operation.
  virtual uint32_t Pick(const SchedulingPoint& point) = 0;
  // `thread` performs its pending operation, and nothing was to be decided.
  virtual void PerformAlone(Candidate& thread) = 0;
  virtual void Tell(Observation*) {}

  Prng& schedule() { return schedule_; }

 private:
  static constexpr uint64_t kThoroughFrom = 16;
  static constexpr uint64_t kThoroughOdds = 8;
  // A run that computes a lot would take minutes if it were asked about each
  // access: after so many events one access in kLaterGap has to do.
  static constexpr uint64_t kEventsMax = 200'000;
  static constexpr uint64_t kLaterGap = 997;

  // An option whose event can conflict with no other; size() if there is none.
  uint32_t FindQuiet(const SchedulingPoint& point) const {
    if (point.current_yields) return point.size();
    for (uint32_t i = 0; i < point.size(); ++i) {
      if (IsQuiet(point[i]->pending)) return i;
    }
    return point.size();
  }
  bool IsQuiet(const PendingOperation& event) const {
    switch (event.kind) {
      case OperationKind::kStart:
      case OperationKind::kSpawn:
      case OperationKind::kJoin:
      case OperationKind::kRandom:
        return true;
      case OperationKind::kAccess: {
        const Profile& profile = event_watcher.profile();
        return !thorough_ && profile.seen.Has(event.pc) &&
               !profile.contended.Has(event.pc);
      }
      default:
        return false;
    }
  }

  ValueStreams streams_;
  Prng schedule_;
  bool preempt_memory_ = true;
  bool thorough_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_STRATEGY_EVENT_SOURCE_H_
