// RFF: Wolff, Shi, Duck, Mathur, Roychoudhury, "Greybox fuzzing for concurrency
// testing", ASPLOS 2024. An abstract schedule says for some reads which write
// they shall read from. A run holds threads back so that this happens: a reader
// until that write has been made, other writers between the two. All else
// follows random priorities (pos.cc). Abstract schedules whose run showed a
// pair of a read and a write for the first time are kept, and mutated.
//
// Where we differ: constraints are drawn from all pairs of places that were
// seen at the same object, in whatever order, so the first ones are drawn after
// a single run, those that no run has shown with better odds; a lock reads from
// the lock before it; a constraint that nobody can go on under is dropped.
#include <algorithm>

#include "runtime/strategy/event_source.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

// Times that a constraint may hold somebody back before it is dropped: whoever
// spins until that one goes on must not spin for ever.
constexpr uint32_t kPatience = 200;
// Pairs that no run has shown yet are what is wanted: drawn again so often.
constexpr int kDrawsForNew = 3;

class Rff final : public EventSource {
 public:
  constexpr Rff() = default;

 protected:
  void Start(const Profile& profile) override {
    bottom_ = 0;
    plan_.count = 0;
    if (profile.pair_count != 0) {
      uint64_t kept = std::min(profile.corpus_count, kProfileCorpus);
      if (kept != 0 && schedule().OneIn(2)) {
        plan_ = profile.corpus[schedule().Below(kept)];
        Mutate(profile);
      } else {
        uint64_t count = 1 + schedule().Below(3);
        while (plan_.count < count) Add(profile);
      }
    }
    for (uint32_t i = 0; i < plan_.count; ++i) {
      state_[i] = {};
      for (uint32_t pair = 0; pair < profile.pair_count; ++pair) {
        if (profile.pairs[pair].read != plan_.reads[i].read) continue;
        state_[i].writers.Add(profile.pairs[pair].write);
      }
    }
  }

  uint32_t Pick(const SchedulingPoint& point) override {
    if (point.current_yields) point.current->strategy_word = --bottom_;
    uint32_t best = 0;
    int64_t best_priority = INT64_MIN;
    for (uint32_t i = 0; i < point.size(); ++i) {
      int64_t priority = Priority(*point[i]);
      if (IsHeld(*point[i])) priority = priority / 2 + INT64_MIN / 2;
      if (priority <= best_priority) continue;
      best = i;
      best_priority = priority;
    }
    if (best_priority < INT64_MIN / 4) Release(*point[best]);
    const PendingOperation& event = point[best]->pending;
    for (uint32_t i = 0; i < point.size(); ++i) {
      if (Conflicts(point[i]->pending, event)) point[i]->strategy_word = 0;
    }
    PerformAlone(*point[best]);
    return best;
  }

  void PerformAlone(Candidate& thread) override {
    thread.strategy_word = 0;
    const PendingOperation& event = thread.pending;
    for (uint32_t i = 0; i < plan_.count; ++i) {
      State& state = state_[i];
      if (state.done) continue;
      if (event.pc == plan_.reads[i].read && Reads(event)) {
        state.done = true;
      } else if (event.pc == plan_.reads[i].write && event.writes) {
        state.written = event.object;
      }
    }
  }

  void Tell(Observation* told) override { told->constraints = plan_; }

 private:
  struct State {
    bool done = false;  // The read has happened, or cannot be had.
    uint32_t held = 0;  // Times that it held somebody back.
    const volatile void* written = nullptr;  // By its write, not yet read.
    PlaceSet writers;  // Of what it reads: most places are none at a glance.
  };

  int64_t Priority(Candidate& thread) {
    if (thread.strategy_word == 0) {
      thread.strategy_word = static_cast<int64_t>(schedule().Next() >> 3) + 1;
    }
    return thread.strategy_word;
  }

  // ---- Abstract schedules ----

  // A random read, and one of its writes or none.
  ReadsFrom DrawPair(const Profile& profile) {
    ReadsFrom pair = profile.pairs[schedule().Below(profile.pair_count)];
    uint64_t writers = 0;
    for (uint32_t i = 0; i < profile.pair_count; ++i) {
      writers += profile.pairs[i].read == pair.read ? 1 : 0;
    }
    if (schedule().Below(writers + 1) == 0) pair.write = 0;
    return pair;
  }

  void Add(const Profile& profile) {
    ReadsFrom pair = DrawPair(profile);
    for (int i = 0; i < kDrawsForNew; ++i) {
      if (!profile.read_from.Has(PairPlace(pair))) break;
      pair = DrawPair(profile);
    }
    for (uint32_t i = 0; i < plan_.count; ++i) {
      if (plan_.reads[i].read != pair.read) continue;
      plan_.reads[i] = pair;
      // As many as were asked for, or as there are.
      if (schedule().OneIn(2)) return;
    }
    if (plan_.count == kConstraintsMax) {
      plan_.reads[schedule().Below(kConstraintsMax)] = pair;
    } else {
      plan_.reads[plan_.count++] = pair;
    }
  }

  void Mutate(const Profile& profile) {
    if (plan_.count > 1 && schedule().OneIn(3)) {
      plan_.reads[schedule().Below(plan_.count)] = plan_.reads[plan_.count - 1];
      --plan_.count;
    } else {
      Add(profile);
    }
  }

  // ---- Holding back ----

  // A constraint of the plan wants `thread` to wait.
  bool IsHeld(const Candidate& thread) {
    for (uint32_t i = 0; i < plan_.count; ++i) {
      if (state_[i].done || !Holds(i, thread.pending)) continue;
      if (++state_[i].held <= kPatience) return true;
      state_[i].done = true;
    }
    return false;
  }

  bool Holds(uint32_t i, const PendingOperation& event) const {
    const ReadsFrom& wanted = plan_.reads[i];
    if (event.object == nullptr) return false;
    if (event.pc == wanted.read && Reads(event)) {
      return wanted.write != 0 &&
             event_watcher.LastWriter(event.object) != wanted.write;
    }
    if (!event.writes) return false;
    if (wanted.write != 0) return state_[i].written == event.object;
    return state_[i].writers.Has(event.pc) && MayWrite(event.pc, wanted.read);
  }

  static bool MayWrite(uint64_t place, uint64_t read) {
    const Profile& profile = event_watcher.profile();
    for (uint32_t i = 0; i < profile.pair_count; ++i) {
      if (profile.pairs[i] == ReadsFrom{read, place}) return true;
    }
    return false;
  }

  // Nobody else can go on: what holds `thread` back is dropped.
  void Release(const Candidate& thread) {
    for (uint32_t i = 0; i < plan_.count; ++i) {
      if (Holds(i, thread.pending)) state_[i].done = true;
    }
  }

  Constraints plan_;
  State state_[kConstraintsMax];
  int64_t bottom_ = 0;
};

constinit Rff rff;

}  // namespace

ChoiceSource& RffStrategy() { return rff; }

}  // namespace detsim::runtime
