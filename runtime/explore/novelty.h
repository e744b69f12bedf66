// Whether runs still show what no run before them has: new reads-from pairs,
// hand-offs and edges (choice/behaviour.h), and failures. Told of runs in the
// order of their seeds; the growth curve and the end are functions of that
// order alone.
#ifndef DETSIM_RUNTIME_EXPLORE_NOVELTY_H_
#define DETSIM_RUNTIME_EXPLORE_NOVELTY_H_

#include <cstdint>
#include <vector>

#include "runtime/choice/behaviour.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

// How much was known after so many runs.
struct GrowthPoint {
  uint64_t runs = 0;
  uint64_t marks[kMarkKinds] = {};
  uint64_t failures = 0;  // Identities.

  uint64_t sum() const {
    uint64_t sum = failures;
    for (uint64_t count : marks) sum += count;
    return sum;
  }
  friend bool operator==(const GrowthPoint&, const GrowthPoint&) = default;
};

struct NoveltyResult {
  // Ended because nothing new came.
  bool stopped = false;
  uint64_t last_new_run = 0;  // 0: none has shown anything new.
  // After 1, 2, 5, 10, 20, 50, ... runs, and at the end.
  std::vector<GrowthPoint> growth;
};

class Novelty {
 public:
  // Runs without anything new before the end: at least so many, and at least
  // as many as have come before them. Were the chance that a run shows
  // something new still m, a stretch of L runs would show nothing with the
  // chance (1-m)^L: with 200, m is below 1.5 % at 95 % confidence.
  static constexpr uint64_t kStretchMin = 200;

  // `known` before the first run.
  explicit Novelty(const Behaviour& known);

  // The next run; `failures` is how many identities have failed, its own
  // included. True if it showed something new.
  bool Merge(const RunResult& run, uint64_t failures);

  // No more is to be expected.
  bool ended() const;

  const Behaviour& known() const { return known_; }
  // So far; `stopped` is for the caller to say.
  NoveltyResult result() const;

 private:
  Behaviour known_;
  GrowthPoint now_;
  uint64_t last_new_ = 0;
  uint64_t next_point_ = 1;
  std::vector<GrowthPoint> growth_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_NOVELTY_H_
