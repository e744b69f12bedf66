// A question is counted when its answer is part of the run whoever gave it: a
// strategy that looks at every event is asked at accesses where others are not,
// so what counts depends on that, and a run branches under a strategy of the
// same kind. Branching where something new was seen, and drawing again one of
// several streams of choices, are mutations of coverage-guided fuzzers (Böhme,
// Pham, Roychoudhury, "Coverage-based greybox fuzzing as Markov chain", CCS
// 2016) on schedules.
#include "runtime/strategy/observed.h"

#include "runtime/strategy/behaviour_watcher.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

class ObservedSource final : public ChoiceSource {
 public:
  constexpr ObservedSource() = default;

  void Wrap(ChoiceSource* inner, const Behaviour& known) {
    inner_ = inner;
    known_ = &known;
  }

  void BeginRun(const RunStart& start) override {
    behaviour_watcher.BeginRun(*known_);
    ReplaySource().BeginRun(start);
    inner_->BeginRun(start);
    watches_ = inner_->WatchesEvents();
    replayed_ = start.script.replayed;
    redrawn_ = start.script.redrawn;
    recorded_ = start.choice_count;
    questions_ = choices_ = used_ = 0;
  }

  uint32_t PickThread(const SchedulingPoint& point) override {
    Stream stream = point.key.stream;
    bool replays = Replays(stream);
    uint32_t option = 0;
    if (replays) {
      option = ReplaySource().PickThread(point);
      if (watches_) inner_->Alone(*point[option]);
    } else {
      option = inner_->PickThread(point);
    }
    bool counts = watches_ || stream != Stream::kAccess || option != 0 ||
                  point.current_yields;
    if (counts) Count(option != 0, replays);
    behaviour_watcher.Performed(*point[option], questions_, choices_);
    return option;
  }

  uint64_t PickValue(const ChoiceKey& key, uint64_t options) override {
    bool replays = Replays(key.stream);
    uint64_t value = replays ? ReplaySource().PickValue(key, options)
                             : inner_->PickValue(key, options);
    Count(value != 0, replays);
    return value;
  }

  // One that looks at every event does so in what is replayed as well.
  uint64_t AccessGap(const Candidate& current, uint64_t accesses) override {
    return Replays(Stream::kAccess) && !watches_
               ? ReplaySource().AccessGap(current, accesses)
               : inner_->AccessGap(current, accesses);
  }

  bool WatchesEvents() const override { return true; }
  bool WatchesAccesses() const override { return watches_; }

  void Alone(Candidate& thread) override {
    if (watches_) inner_->Alone(thread);
    behaviour_watcher.Performed(thread, questions_, choices_);
  }

  const Observation* Observe() override { return inner_->Observe(); }
  uint8_t Turn() const override { return inner_->Turn(); }

  const RunBehaviour* Behave() override {
    RunBehaviour& told = behaviour_watcher.told();
    told.watches = watches_ ? 1 : 0;
    bool branches = replayed_ != 0 && replayed_ != kReplayAll;
    told.strayed =
        branches && (questions_ < replayed_ || used_ != recorded_) ? 1 : 0;
    return &told;
  }

 private:
  // Who runs is one thing, wherever it is asked.
  static Stream Group(Stream stream) {
    return stream == Stream::kAccess ? Stream::kSchedule : stream;
  }

  bool Replays(Stream stream) const {
    if (replayed_ == kReplayAll) return Group(stream) != redrawn_;
    return questions_ < replayed_;
  }

  void Count(bool unusual, bool replayed) {
    ++questions_;
    choices_ += unusual ? 1 : 0;
    used_ += unusual && replayed ? 1 : 0;
  }

  ChoiceSource* inner_ = nullptr;
  const Behaviour* known_ = nullptr;
  bool watches_ = false;
  Stream redrawn_ = Stream::kSchedule;
  uint64_t replayed_ = 0;
  uint64_t recorded_ = 0;  // Choices to replay.
  uint64_t questions_ = 0;
  uint32_t choices_ = 0;  // Answers that were not 0,
  uint64_t used_ = 0;     // and those of them that were recorded.
};

constinit ObservedSource observed;

}  // namespace

ChoiceSource& Observed(ChoiceSource* inner, const Behaviour& known) {
  observed.Wrap(inner, known);
  return observed;
}

}  // namespace detsim::runtime
