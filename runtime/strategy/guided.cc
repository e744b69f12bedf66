// Follows the script of a systematic search (explore/): picks the threads that
// it names, step by step, and after its end nothing unusual, except that
// neither a sleeping thread nor one that spins runs as long as another can. The
// search learns from the step log what could have been done instead.
//
// Sleep sets: Godefroid, "Partial-Order Methods for the Verification of
// Concurrent Systems", 1996. A sleeping thread wakes when a step conflicts with
// what it is known to do next.
#include "runtime/base/mapped_array.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

class Guided final : public ChoiceSource {
 public:
  constexpr Guided() = default;

  void BeginRun(const RunStart& start) override {
    sleeping_.Map(kSleepingMax);
    sleeping_.clear();
    start_ = start;
    preempt_memory_ = start.options.preempt_memory;
    next_entry_ = 0;
    follows_ = true;
    for (uint64_t i = 0; i < start.script.sleeping_count; ++i) {
      if (!sleeping_.push_back(start.script.sleeping[i])) break;
    }
  }

  uint32_t PickThread(const SchedulingPoint& point) override {
    WakeSleepers();
    const Script& script = start_.script;
    uint64_t step = start_.steps != nullptr ? start_.steps->steps() : 0;
    if (follows_ && step < script.thread_count) {
      for (uint32_t i = 0; i < point.size(); ++i) {
        if (point[i]->key != script.threads[step]) continue;
        if (step > script.branch && Sleeps(*point[i])) break;
        return i;
      }
      follows_ = false;
    }
    return Usual(point);
  }

  uint64_t PickValue(const ChoiceKey& key, uint64_t) override {
    for (uint64_t i = 0; i < start_.choice_count; ++i) {
      if (start_.choices[i].key == key) return start_.choices[i].value;
    }
    return 0;
  }

  uint64_t AccessGap(const Candidate&, uint64_t) override {
    return preempt_memory_ ? kEveryAccess : kNoAccessGap;
  }

 private:
  static constexpr uint64_t kSleepingMax = 1 << 16;

  uint32_t Usual(const SchedulingPoint& point) const {
    uint32_t spinning = point.size();
    for (uint32_t i = 0; i < point.size(); ++i) {
      if (Sleeps(*point[i])) continue;
      if (!point[i]->spins) return i;
      if (spinning == point.size()) spinning = i;
    }
    return spinning != point.size() ? spinning : 0;
  }

  bool Sleeps(const Candidate& candidate) const {
    for (uint64_t i = 0; i < sleeping_.size(); ++i) {
      if (sleeping_[i].thread == candidate.key) return true;
    }
    return false;
  }

  // Those whose next step conflicts with one since the last time. The log
  // begins with the script's branch.
  void WakeSleepers() {
    if (start_.steps == nullptr) return;
    const MappedArray<StepEntry>& entries = start_.steps->entries();
    for (; next_entry_ < entries.size(); ++next_entry_) {
      const StepEntry& entry = entries[next_entry_];
      if (entry.type != StepEntry::kTouch) continue;
      Touch touch = {entry.word, entry.sub,
                     static_cast<TouchMode>(entry.detail)};
      for (uint64_t i = 0; i < sleeping_.size();) {
        if (Conflict(sleeping_[i].touch, touch)) {
          Wake(sleeping_[i].thread);
          i = 0;
        } else {
          ++i;
        }
      }
    }
  }

  void Wake(ThreadKey thread) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < sleeping_.size(); ++i) {
      if (sleeping_[i].thread != thread) sleeping_[kept++] = sleeping_[i];
    }
    sleeping_.resize(kept);
  }

  RunStart start_;
  bool preempt_memory_ = true;
  bool follows_ = true;
  uint64_t next_entry_ = 0;
  MappedArray<SleepingTouch> sleeping_;
};

constinit Guided guided;

}  // namespace

ChoiceSource& GuidedSource() { return guided; }

}  // namespace detsim::runtime
