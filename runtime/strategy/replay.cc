// Replays recorded choices: looks each question's key up; what is absent is 0.
#include <algorithm>

#include "runtime/base/mapped_array.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

class Replay final : public ChoiceSource {
 public:
  constexpr Replay() = default;

  void BeginRun(const RunStart& start) override {
    choices_.Map(kChoicesMax);
    choices_.clear();
    for (uint64_t i = 0; i < start.choice_count; ++i) {
      if (!choices_.push_back(start.choices[i])) break;
    }
    std::sort(choices_.begin(), choices_.end(),
              [](const Choice& a, const Choice& b) { return a.key < b.key; });
  }

  uint32_t PickThread(const SchedulingPoint& point) override {
    const Choice* choice = Find(point.key);
    if (choice == nullptr) return 0;
    for (uint32_t i = 0; i < point.size(); ++i) {
      if (point[i]->key == choice->value) return i;
    }
    return 0;  // That thread cannot run now: the choice has lost its meaning.
  }

  uint64_t PickValue(const ChoiceKey& key, uint64_t options) override {
    const Choice* choice = Find(key);
    if (choice == nullptr) return 0;
    return options == 0 || choice->value < options ? choice->value
                                                   : options - 1;
  }

  uint64_t AccessGap(const Candidate& current, uint64_t) override {
    const Choice* choice = LowerBound({.thread = current.key,
                                       .operation = current.operation,
                                       .sub = current.access_count + 1,
                                       .stream = Stream::kAccess});
    if (choice == choices_.end() || choice->key.thread != current.key ||
        choice->key.operation != current.operation ||
        choice->key.stream != Stream::kAccess) {
      return kNoAccessGap;
    }
    return choice->key.sub - current.access_count;
  }

 private:
  const Choice* LowerBound(const ChoiceKey& key) {
    return std::lower_bound(choices_.begin(), choices_.end(), key,
                            [](const Choice& choice, const ChoiceKey& k) {
                              return choice.key < k;
                            });
  }
  const Choice* Find(const ChoiceKey& key) {
    const Choice* choice = LowerBound(key);
    return choice != choices_.end() && choice->key == key ? choice : nullptr;
  }

  MappedArray<Choice> choices_;
};

constinit Replay replay;

}  // namespace

ChoiceSource& ReplaySource() { return replay; }

}  // namespace detsim::runtime
