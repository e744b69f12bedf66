#include "runtime/explore/held_fixed.h"

namespace detsim::runtime {

void HeldFixed::Note(const LoggedRun& run, uint64_t accesses) {
  if (accesses != 0) tells_accesses_ = true;
  streams_ |= run.streams;
  spins_ |= run.spins;
  for (const Step& step : run.steps) time_passed_ |= step.time_passed;
}

std::vector<std::string> HeldFixed::Phrases() const {
  std::vector<std::string> phrases;
  if (!preempt_memory_ || !tells_accesses_)
    phrases.emplace_back("no preemption at plain accesses");
  if (Asked(Stream::kTime) || time_passed_)
    phrases.emplace_back("time passes when no thread can run");
  if (Asked(Stream::kSpurious))
    phrases.emplace_back("no spurious wake-ups or failures");
  if (Asked(Stream::kValue)) phrases.emplace_back("random values are 0");
  if (spins_)
    phrases.emplace_back(
        "a loop that has looked 3 times in vain goes on only when no other "
        "thread can run");
  return phrases;
}

}  // namespace detsim::runtime
