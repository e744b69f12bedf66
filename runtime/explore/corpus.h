// Runs of one test that showed something new, kept to branch from: the mark
// that was new is reached again, and the future after it drawn afresh. Marks
// that few runs have shown are taken more often; each branch that shows its
// mark again makes it less rare, so none is taken for ever. With some odds a
// run is repeated but for one stream of choices.
//
// After: Böhme, Pham, Roychoudhury, "Coverage-based greybox fuzzing as Markov
// chain", CCS 2016 (rare paths get more energy); branching at the moment of
// the novelty is our own, since a schedule has a time and a file does not.
//
// Told of runs in the order of their seeds; what it plans is a function of that
// order, whatever the number of workers.
#ifndef DETSIM_RUNTIME_EXPLORE_CORPUS_H_
#define DETSIM_RUNTIME_EXPLORE_CORPUS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "runtime/choice/behaviour.h"
#include "runtime/choice/choice_source.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

struct CorpusEntry {
  uint64_t seed = 0;            // Of the run, for people.
  bool watches = false;         // As in RunBehaviour.
  std::vector<NewMark> marks;   // In order; at least one.
  std::vector<Choice> choices;  // Of the whole run, in the order taken.

  friend bool operator==(const CorpusEntry&, const CorpusEntry&) = default;
};

// What lasts from one sweep of a test to the next.
struct CorpusData {
  uint64_t runs = 0;  // Ever merged.
  // How many of them showed each mark; none for one that was never seen.
  std::map<Mark, uint64_t> seen;
  std::vector<CorpusEntry> entries;  // Oldest first.

  friend bool operator==(const CorpusData&, const CorpusData&) = default;
};

// What a sweep did with it.
struct CorpusCounts {
  uint64_t added = 0;
  uint64_t stale = 0;     // Entries that did not lead to where they did.
  uint64_t branched = 0;  // Runs.
  uint64_t redrawn = 0;   // Runs repeated but for one stream.
  uint64_t fresh = 0;     // Of both, those that showed something new.
};

class Corpus {
 public:
  static constexpr size_t kEntriesMax = 256;

  explicit Corpus(CorpusData data);

  // Every mark that was ever seen.
  Behaviour known() const;

  // How the run of `seed` begins; an empty script draws all of it. `watches`:
  // the strategy that will draw it looks at every event.
  struct Plan {
    std::shared_ptr<const CorpusEntry> entry;  // Null: nothing to replay.
    uint64_t id = 0;                           // Of the entry.
    uint64_t mark = 0;                         // Index into entry->marks.
    bool repeats = false;                      // All but `redrawn`.
    Stream redrawn = Stream::kSchedule;
  };
  // Plans for `count` seeds from `first` on.
  std::vector<Plan> PlanRuns(
      uint64_t first, uint64_t count,
      const std::function<bool(uint64_t seed)>& watches) const;
  static RunScript ScriptOf(const Plan& plan);

  // The next run, with the script that it followed; `fresh`: it has shown
  // something new.
  void Merge(const RunResult& run, const RunScript& script, bool fresh);

  const CorpusCounts& counts() const { return counts_; }
  // To be kept.
  CorpusData data() const;

 private:
  void Add(const RunResult& run);
  void Drop(uint64_t id);
  uint64_t SeenBy(Mark mark) const;

  uint64_t runs_ = 0;
  std::vector<uint64_t> seen_;  // By mark.
  // By number, from 1, in the order of being added.
  std::map<uint64_t, std::shared_ptr<const CorpusEntry>> entries_;
  uint64_t next_id_ = 1;
  CorpusCounts counts_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_CORPUS_H_
