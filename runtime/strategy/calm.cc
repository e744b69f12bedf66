// Option 0 always: what an empty record replays to, and how a rewritten program
// runs when nobody sweeps it.
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

class Calm final : public ChoiceSource {
 public:
  constexpr Calm() = default;
  void BeginRun(const RunStart&) override {}
  uint32_t PickThread(const SchedulingPoint&) override { return 0; }
  uint64_t PickValue(const ChoiceKey&, uint64_t) override { return 0; }
  uint64_t AccessGap(const Candidate&, uint64_t) override {
    return kNoAccessGap;
  }
};

constinit Calm calm;

}  // namespace

ChoiceSource& CalmSource() { return calm; }

}  // namespace detsim::runtime
