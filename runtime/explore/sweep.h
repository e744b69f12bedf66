// Many seeds over one test, as a state machine without threads or clocks: it
// hands out batches of seeds and absorbs their results, in any order. All it
// concludes is a function of the seeds and the program alone, since results
// are merged in seed order whatever the order they arrive in; so no verdict,
// count or artifact depends on how many workers there are.
//
// The first run is a probe: it estimates the profile that all later runs use,
// and tells tests in which there is nothing to decide. With a strategy that
// learns, the runs after it come in blocks of seeds, small ones first: all runs
// of a block use the profile as the blocks before have left it.
//
// With `novelty` the sweep ends when runs have ceased to show anything new
// (novelty.h), and with a corpus some of its runs branch off those that did
// (corpus.h); both make blocks of any strategy.
//
// With a strategy that is a search (schedule_search.h), runs are numbered like
// seeds but follow its scripts. A sweep of another strategy may contain a
// search, when the probe says that the test is small: first some seeds are
// drawn, since they show most failures sooner, then the search tries to prove
// the test.
#ifndef DETSIM_RUNTIME_EXPLORE_SWEEP_H_
#define DETSIM_RUNTIME_EXPLORE_SWEEP_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/explore/corpus.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/explore/novelty.h"
#include "runtime/explore/search_phase.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

struct SweepOptions {
  std::vector<std::string> arguments;
  std::string strategy = "random";
  uint64_t first_seed = 1;
  uint64_t trials = 1000;
  uint64_t max_failures = 20;  // Of one identity; 0 is no limit.
  bool early_stop = false;     // Ends when no new schedule is to be expected.
  bool exhaust = false;        // A small test gets a search as well.
  bool novelty = false;        // Ends when nothing new is to be expected.
  std::optional<CorpusData> corpus;  // To build on. Not for searches, either.
  uint32_t find_races_every = 0;     // As in RunRequest.
  RunOptions run;
};

// One batch of a sweep. `index` counts from 0, the probe.
struct SweepBatch {
  uint64_t index = 0;
  RunRequest request;
};

struct SweepFailure {
  FailureIdentity identity;
  std::string strategy;  // That found it.
  uint64_t runs_failing = 0;
  uint64_t runs_to_first = 0;  // 1 is the first run of the sweep.
  RunResult first;
  RunRequest batch;  // The request that `first` came from.
};

// What one strategy of a portfolio has brought.
struct StrategyShare {
  uint64_t runs = 0;
  uint64_t fresh =
      0;  // Runs that showed a read from a write for the first time.
  uint64_t failing = 0;
};

struct SweepResult {
  uint64_t runs = 0;
  uint64_t failing_runs = 0;
  uint64_t inconclusive_runs = 0;
  uint64_t distinct = 0;  // Different trace hashes, up to kHashesMax.
  uint64_t decisions = 0;
  uint64_t steps = 0;
  uint64_t virtual_ns = 0;
  uint64_t threads_left = 0;  // Runs that ended with detached threads alive.
  // Runs isolated in each way, in batches of more than one.
  uint64_t runs_with_pages_put_back = 0;
  uint64_t runs_in_own_process = 0;
  bool sequential = false;  // No decision and no escape: run once.
  bool skipped = false;     // The framework skips this test.
  // Ended early: as far as can be told, the schedules seen are all there are
  // (Sweep::UsedUp). Two that leave the same trace count as one.
  bool used_up = false;
  std::optional<SearchResult> search;    // If there was one.
  std::optional<NoveltyResult> novelty;  // Of a sweep that looks for it,
  std::optional<CorpusData> corpus;      // or builds on a corpus: as it is now.
  CorpusCounts corpus_counts;
  StrategyShare search_share;                // What its runs brought.
  Profile profile;                           // What is learnt; see above.
  StrategyShare shares[kProfileStrategies];  // By RunSummary::turn, from 1.
  std::map<std::string, uint64_t> escapes;
  uint64_t escaped_runs = 0;
  std::vector<SweepFailure> failures;  // In order of the first seed.
  uint64_t other_failing_runs = 0;     // Past kIdentitiesMax identities.
  // Data races, whatever became of the runs that they were seen in.
  std::vector<SweepFailure> races;
};

class Sweep {
 public:
  // A test whose message changes on every run must not fill the memory.
  static constexpr size_t kIdentitiesMax = 32;
  // A hang costs seconds of real time each.
  static constexpr uint64_t kHangsMax = 2;
  static constexpr uint64_t kInconclusiveMax = 3;
  // Trace hashes remembered: some 200 MB.
  static constexpr size_t kHashesMax = 4'000'000;

  // For early_stop: at least so many runs brought nothing new, and so many
  // times as many as are left.
  static constexpr uint64_t kStretchMin = 200;
  static constexpr uint64_t kStretchFactor = 4;

  // For exhaust: the largest tests, by their probe, that get a search, and the
  // shares of the trials that are drawn before and that it may take.
  static constexpr uint64_t kSmallSteps = 1000;
  static constexpr uint64_t kSmallAccesses = 2000;
  static constexpr uint64_t kSmallThreads = 8;
  static constexpr uint64_t kDrawnFirstShare = 8;
  static constexpr uint64_t kDrawnFirstMax = 1000;
  static constexpr uint64_t kSearchShare = 4;

  // `classifier` must outlive the sweep.
  Sweep(SweepOptions options, FailureClassifier* classifier);

  // The next batch to run; nothing while the probe, or the block before, or
  // what is drawn before a search, is out, or when all seeds were handed out or
  // the sweep is finished.
  std::optional<SweepBatch> NextBatch();

  // Takes the results of a batch: one for each of its seeds.
  void Absorb(const SweepBatch& batch, std::vector<RunResult> results);

  // Every seed that counts has been absorbed.
  bool finished() const { return finished_; }
  // At least one batch was handed out.
  bool started() const { return next_index_ > 0; }
  // Ends the sweep as it stands; batches still out are dropped.
  void Stop() { finished_ = true; }

  const SweepOptions& options() const { return options_; }
  const SweepResult& result() const { return result_; }
  SweepResult TakeResult();

 private:
  struct Absorbed {
    RunRequest request;
    std::vector<RunResult> results;
  };

  std::optional<SweepBatch> NextSearchBatch();
  bool IsSmall(const RunSummary& probe) const;
  void BeginSearch();
  // A run of the search was merged, and it was the last one.
  void EndSearch();
  SweepBatch NewBatch(uint32_t count);
  void Merge(const Absorbed& absorbed);
  void MergeRun(const RunRequest& request, const RunResult& run);
  void MergeProbe(const RunResult& run);
  // True when the failure ends the sweep.
  bool MergeFailure(const RunRequest& request, const RunResult& run);
  void MergeRaces(const RunRequest& request, const RunResult& run);
  // Null when there are too many.
  SweepFailure* Find(FailureIdentity identity, const RunRequest& request,
                     const RunResult& run, std::vector<SweepFailure>* in);
  uint32_t BatchSize(uint64_t index) const;
  // The same for a strategy that learns; begins a block when one is due.
  uint32_t BlockBatchSize();
  void BeginBlock();
  // What the run of `seed` in the block to come is drawn by looks at all
  // events.
  bool Watches(uint64_t seed) const;
  // Takes note of what `run`, at `index` of its batch, has done.
  void MergeBehaviour(const RunRequest& request, const RunResult& run);
  // `drawn` like any other, so that it says how rare such a schedule is.
  void MergeHash(uint64_t hash, bool drawn);
  // The runs that are left are not expected to show a new schedule.
  bool UsedUp() const;

  SweepOptions options_;
  FailureClassifier* classifier_;
  SweepResult result_;
  std::unique_ptr<SearchPhase> search_;  // While it is on.
  std::string search_name_;
  uint64_t search_from_ = 0;  // Offset at which it is to begin; 0: never.
  bool learns_ = false;       // The strategy does.
  std::optional<Novelty> novelty_;
  std::optional<Corpus> corpus_;
  Behaviour block_known_;  // Of the block that is handed out, as the profile:
  std::vector<Corpus::Plan> block_plans_;  // for its seeds, in order.
  Profile block_profile_;                  // Of the block that is handed out.
  uint64_t block_ = 0;                     // Its index, from 1.
  uint64_t block_end_ = 0;                 // Its last seed, from first_seed.
  uint64_t alike_from_ = 0;                // Runs from here on use one profile.
  uint64_t next_index_ = 0;                // Batch to hand out.
  uint64_t next_offset_ = 0;               // Its first seed, from first_seed.
  uint64_t merge_index_ = 0;               // Batch to merge.
  std::map<uint64_t, Absorbed> waiting_;
  std::unordered_map<uint64_t, bool> hashes_;  // True: seen more than once.
  uint64_t seen_once_ = 0;
  uint64_t last_new_ = 0;  // The run that showed the last new hash.
  bool novelty_ended_ = false;
  bool probe_hung_ = false;
  bool finished_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SWEEP_H_
