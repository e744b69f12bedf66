// What the runs of a search had in common although it may differ in reality:
// without it, "all schedules" would promise too much.
#ifndef DETSIM_RUNTIME_EXPLORE_HELD_FIXED_H_
#define DETSIM_RUNTIME_EXPLORE_HELD_FIXED_H_

#include <string>
#include <vector>

#include "runtime/choice/run_options.h"
#include "runtime/explore/step_path.h"

namespace detsim::runtime {

class HeldFixed {
 public:
  explicit HeldFixed(const RunOptions& options)
      : preempt_memory_(options.preempt_memory) {}

  // `accesses` is how many plain ones the program has told of.
  void Note(const LoggedRun& run, uint64_t accesses);
  // Phrases for a report; only of what came up in some run.
  std::vector<std::string> Phrases() const;

 private:
  bool Asked(Stream stream) const {
    return (streams_ >> static_cast<unsigned>(stream) & 1) != 0;
  }

  bool preempt_memory_;
  bool tells_accesses_ = false;  // Not with AddressSanitizer, for example.
  uint32_t streams_ = 0;
  bool spins_ = false;
  bool time_passed_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_HELD_FIXED_H_
