// Which steps of a run come after which whatever the schedule, and which pairs
// could have come the other way round: the races that partial-order reduction
// reverses.
#ifndef DETSIM_RUNTIME_EXPLORE_HAPPENS_BEFORE_H_
#define DETSIM_RUNTIME_EXPLORE_HAPPENS_BEFORE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "runtime/explore/step_path.h"

namespace detsim::runtime {

// Steps are added one by one, in the order of the run.
class HappensBefore {
 public:
  // A step after which another one could have come, and does not: they
  // conflict, nothing orders them, and the other one was possible before.
  struct Race {
    size_t first = 0;   // Index of a step.
    size_t second = 0;  // ... or kPending.
  };
  static constexpr size_t kPending = ~size_t{0};

  // Adds a step. With `races`, also those in which it is the second.
  void Add(const Step& step, std::vector<Race>* races);

  // The races of what `thread` was about to do when the run ended.
  void AddPending(ThreadKey thread, const Touch& touch,
                  std::vector<Race>* races) const;

  // Whatever the schedule, the step `a` comes before `b`, or they are the same.
  bool Before(size_t a, size_t b) const {
    return At(clocks_[b], threads_of_[a]) >= ordinals_[a];
  }
  // Before(), as far as it follows from what the thread of `b` did before `b`:
  // not from what `b` touches.
  bool BeforePastOf(size_t a, size_t b) const { return Knows(pasts_[b], a); }
  // The same for what `thread` was about to do when the run ended.
  bool BeforeNextOf(size_t a, ThreadKey thread) const;

  size_t size() const { return steps_.size(); }
  const Step& step(size_t index) const { return *steps_[index]; }

 private:
  // By thread, in order of their first step: how many of its steps are known.
  using Clock = std::vector<uint32_t>;
  struct Use {
    size_t step = 0;
    Touch touch;
  };

  static uint32_t At(const Clock& clock, size_t thread) {
    return thread < clock.size() ? clock[thread] : 0;
  }
  static void Join(const Clock& from, Clock* into);
  bool Knows(const Clock& clock, size_t step) const {
    return At(clock, threads_of_[step]) >= ordinals_[step];
  }

  size_t IndexOf(ThreadKey thread);
  // Earlier steps of other threads that touch the same, the latest first.
  std::vector<Use> Conflicts(size_t thread, const Touch& touch) const;
  void FindRaces(size_t thread, const Clock& past,
                 const std::vector<Touch>& touches, size_t second,
                 std::vector<Race>* races) const;
  void FindLockRaces(const std::vector<Use>& uses, const Touch& touch,
                     const Clock& past, size_t second,
                     std::vector<Race>* races) const;
  void Remember(size_t step, const Touch& touch);

  std::vector<const Step*> steps_;
  std::vector<size_t> threads_of_;  // Of each step.
  std::vector<uint32_t> ordinals_;  // Of each step among its thread's, from 1.
  std::vector<Clock> pasts_;        // Of each step, before it.
  std::vector<Clock> clocks_;       // Of each step, itself included.
  std::map<ThreadKey, size_t> threads_;
  std::vector<Clock> next_;  // What each thread's next step knows already.
  std::unordered_map<uint64_t, std::vector<Use>> uses_;  // By granule.
  std::vector<Use> large_uses_;  // Of more granules than that.
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_HAPPENS_BEFORE_H_
