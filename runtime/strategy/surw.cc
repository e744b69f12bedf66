// SURW: Zhao, Wolff, Mathur, Roychoudhury, "Selectively uniform concurrency
// testing", ASPLOS 2025. Of all objects that threads share one is chosen at
// random; the orders of the events on it are drawn uniformly, and all else is a
// random walk. To be uniform, the thread that has the next such event is drawn
// with the number of those that it still has before it as its weight; others
// wait before theirs until it has performed it.
//
// The numbers come from the profile, by spawn path: so before anything is known
// it is a random walk. A thread that is not there yet keeps its weight, as the
// others wait for it unless nobody else can go on. Where we differ: with some
// odds all shared objects are chosen; a thread that yields is not picked while
// another one can be.
#include <algorithm>

#include "runtime/strategy/event_source.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kAllObjectsOdds = 6;
// Events in a row of which none is on the chosen object, before nobody has to
// wait: the thread that is waited for may spin until another one goes on.
constexpr uint32_t kPatience = 300;

class Surw final : public EventSource {
 public:
  constexpr Surw() = default;

 protected:
  void Start(const Profile& profile) override {
    std::fill(std::begin(left_), std::end(left_), 0u);
    left_sum_ = 0;
    first_ = last_ = 0;
    if (profile.object_count == 0) return;
    last_ = profile.object_count;
    if (!schedule().OneIn(kAllObjectsOdds)) {
      first_ = static_cast<uint32_t>(schedule().Below(last_));
      last_ = first_ + 1;
    }
    for (uint32_t i = first_; i < last_; ++i) {
      for (uint32_t t = 0; t < profile.key_count; ++t) {
        left_[t] += profile.objects[i].events[t];
        left_sum_ += profile.objects[i].events[t];
      }
    }
    DrawIntended();
  }

  uint32_t Pick(const SchedulingPoint& point) override {
    uint32_t waiting = 0;
    uint32_t count = point.size();
    for (uint32_t i = 0; i < count; ++i) waiting += Waits(point, i) ? 1 : 0;
    bool all_wait = waiting == count;
    uint64_t n = schedule().Below(all_wait ? count : count - waiting);
    uint32_t option = 0;
    for (; option < count; ++option) {
      if (!all_wait && Waits(point, option)) continue;
      if (n-- == 0) break;
    }
    if (waiting > 0 && ++held_ > kPatience) intended_ = kNobody;
    PerformAlone(*point[option]);
    return option;
  }

  void PerformAlone(Candidate& thread) override {
    if (!Selected(thread.pending)) return;
    uint32_t index = Index(thread);
    if (index < kProfileThreads && left_[index] > 0) {
      --left_[index];
      --left_sum_;
    }
    DrawIntended();
  }

 private:
  static constexpr uint32_t kNobody = kProfileThreads;

  bool Selected(const PendingOperation& event) const {
    auto address = reinterpret_cast<uint64_t>(event.object);
    if (address == 0) return false;
    for (uint32_t i = first_; i < last_; ++i) {
      if (event_watcher.profile().objects[i].address == address) return true;
    }
    return false;
  }

  bool Waits(const SchedulingPoint& point, uint32_t option) {
    Candidate& thread = *point[option];
    if (point.current_yields && &thread == point.current) return true;
    return Selected(thread.pending) && intended_ != kNobody &&
           Index(thread) != intended_;
  }

  // Of a thread's key in the profile; found when first asked.
  uint32_t Index(Candidate& thread) const {
    if (thread.strategy_word == 0) {
      const Profile& profile = event_watcher.profile();
      uint32_t i = 0;
      while (i < profile.key_count && profile.keys[i] != thread.key) ++i;
      if (i == profile.key_count) i = kNobody + 1;
      thread.strategy_word = i + 1;
    }
    return static_cast<uint32_t>(thread.strategy_word) - 1;
  }

  void DrawIntended() {
    held_ = 0;
    intended_ = kNobody;
    if (left_sum_ == 0) return;
    uint64_t n = schedule().Below(left_sum_);
    intended_ = 0;
    while (n >= left_[intended_]) n -= left_[intended_++];
  }

  uint32_t first_ = 0;  // The chosen objects: [first_, last_).
  uint32_t last_ = 0;
  uint32_t intended_ = kNobody;  // Who has the next chosen event.
  uint32_t held_ = 0;            // Picks that made somebody wait, since then.
  uint64_t left_sum_ = 0;
  uint32_t left_[kProfileThreads] = {};  // Chosen events still to come.
};

constinit Surw surw;

}  // namespace

ChoiceSource& SurwStrategy() { return surw; }

}  // namespace detsim::runtime
