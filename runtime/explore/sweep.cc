#include "runtime/explore/sweep.h"

#include <algorithm>
#include <utility>

#include "runtime/explore/learn.h"
#include "runtime/strategy/portfolio.h"
#include "runtime/strategy/strategies.h"

namespace detsim::runtime {
namespace {

// Batches grow: a test that fails often shall not run hundreds of seeds past
// its limit, and one that passes shall not pay for many small batches. The
// sizes are a function of the index and of the profile, never of time.
// A run that hangs takes as long as a thousand others: a test whose probe hangs
// has batches of one.
constexpr uint32_t kBatchSizes[] = {1, 20, 50, 100, 200, 500, 1000, 2000};

// Blocks of a strategy that learns, in seeds; the last one repeats. A program
// that is small enough to fail within a few runs is also learnt from in a few.
constexpr uint32_t kBlockSizes[] = {1,  1,  1,   1,   1,   1,    2,   2,
                                    2,  4,  4,   4,   8,   8,    16,  16,
                                    32, 64, 128, 256, 512, 1000, 2000};
// The larger ones are cut up, so that several workers have something to do.
constexpr uint32_t kBatchesOfABlock = 4;
constexpr uint32_t kBatchWorthCutting = 16;
// Whoever is ready first waits for the others at the end of a block.
constexpr uint32_t kBatchOfABlockMax = 250;
constexpr uint32_t kBlockWorthKeeping = 32;

// Steps (a plain access counts a twentieth) that a batch may cost: about a
// second of work, so that progress and Ctrl-C stay prompt.
constexpr uint64_t kBatchCostMax = 5'000'000;

// Steps that the runs of a batch of a search may log: some 100 MB.
constexpr uint64_t kLoggedStepsMax = 1'000'000;

}  // namespace

Sweep::Sweep(SweepOptions options, FailureClassifier* classifier)
    : options_(std::move(options)), classifier_(classifier) {
  if (options_.trials == 0) finished_ = true;
  for (const StrategyRow& row : Strategies()) {
    if (row.name == options_.strategy) learns_ = row.learns;
  }
  if (options_.corpus) corpus_.emplace(std::move(*options_.corpus));
  if (options_.novelty || corpus_)
    novelty_.emplace(corpus_ ? corpus_->known() : Behaviour());
  auto search = MakeSearch(options_.strategy, options_.run, options_.trials);
  if (search == nullptr) return;
  search_name_ = options_.strategy;
  search_ = std::make_unique<SearchPhase>(std::move(search), options_.trials);
}

uint32_t Sweep::BatchSize(uint64_t index) const {
  if (probe_hung_) return 1;
  uint32_t size =
      kBatchSizes[std::min<uint64_t>(index, std::size(kBatchSizes) - 1)];
  uint64_t cost = result_.profile.steps + result_.profile.accesses / 20;
  if (index == 0 || cost == 0) return size;
  return static_cast<uint32_t>(
      std::clamp<uint64_t>(kBatchCostMax / cost, 1, size));
}

// A block after one that was large and showed nothing new has its profile: what
// there was to learn is learnt, and runs that share a profile are independent
// draws, which is what UsedUp() is about.
void Sweep::BeginBlock() {
  uint64_t index = std::min<uint64_t>(block_++, std::size(kBlockSizes) - 1);
  bool keep = index > 0 && kBlockSizes[index - 1] >= kBlockWorthKeeping &&
              result_.runs - last_new_ >= kBlockSizes[index - 1];
  if (!keep) {
    block_profile_ = result_.profile;
    alike_from_ = result_.runs;
  }
  block_end_ = next_offset_ + kBlockSizes[index];
  if (novelty_) block_known_ = novelty_->known();
  if (!corpus_) return;
  block_plans_ =
      corpus_->PlanRuns(options_.first_seed + next_offset_, kBlockSizes[index],
                        [this](uint64_t seed) { return Watches(seed); });
}

bool Sweep::Watches(uint64_t seed) const {
  const ChoiceSource* source = FindStrategy(options_.strategy);
  if (source == &PortfolioStrategy())
    source = PortfolioStrategies()[PortfolioTurn(seed, block_profile_)].source;
  return source->WatchesEvents();
}

uint32_t Sweep::BlockBatchSize() {
  if (next_offset_ == block_end_) BeginBlock();
  uint64_t index = std::min<uint64_t>(block_ - 1, std::size(kBlockSizes) - 1);
  uint32_t block = kBlockSizes[index];
  uint32_t batch = block >= kBatchesOfABlock * kBatchWorthCutting
                       ? block / kBatchesOfABlock
                       : block;
  batch =
      std::min({batch, kBatchOfABlockMax, BatchSize(std::size(kBatchSizes))});
  return static_cast<uint32_t>(
      std::min<uint64_t>(batch, block_end_ - next_offset_));
}

std::optional<SweepBatch> Sweep::NextBatch() {
  if (finished_ || next_offset_ >= options_.trials) return std::nullopt;
  // All later runs depend on what the probe learns.
  if (next_index_ > 0 && merge_index_ == 0) return std::nullopt;
  if (search_from_ != 0 && next_offset_ == search_from_) {
    if (merge_index_ != next_index_) return std::nullopt;
    BeginSearch();
  }
  if (search_ != nullptr) return NextSearchBatch();
  bool in_blocks = learns_ || novelty_;
  if (in_blocks && next_offset_ == block_end_ && merge_index_ != next_index_) {
    return std::nullopt;  // The next block depends on this one.
  }
  uint64_t end = search_from_ != 0 ? search_from_ : options_.trials;
  uint32_t size = in_blocks ? BlockBatchSize() : BatchSize(next_index_);
  return NewBatch(
      static_cast<uint32_t>(std::min<uint64_t>(size, end - next_offset_)));
}

SweepBatch Sweep::NewBatch(uint32_t count) {
  SweepBatch batch;
  batch.index = next_index_++;
  batch.request.arguments = options_.arguments;
  batch.request.strategy = options_.strategy;
  batch.request.first_seed = options_.first_seed + next_offset_;
  batch.request.count = count;
  batch.request.profile = learns_ ? block_profile_ : result_.profile;
  batch.request.options = options_.run;
  batch.request.find_races_every = options_.find_races_every;
  if (novelty_) batch.request.known = {block_known_};
  if (corpus_) {
    auto plan =
        block_plans_.end() - static_cast<ptrdiff_t>(block_end_ - next_offset_);
    for (uint32_t i = 0; i < count; ++i)
      batch.request.scripts.push_back(Corpus::ScriptOf(*plan++));
  }
  next_offset_ += count;
  return batch;
}

std::optional<SweepBatch> Sweep::NextSearchBatch() {
  // Each access is a step in the log, which comes back with the results.
  uint64_t steps = result_.profile.steps + result_.profile.accesses;
  uint64_t most =
      std::max<uint64_t>(kLoggedStepsMax / std::max<uint64_t>(steps, 1), 1);
  std::vector<RunScript> scripts =
      search_->NextBatch(std::min<uint64_t>(BatchSize(next_index_), most));
  if (scripts.empty()) return std::nullopt;
  SweepBatch batch = NewBatch(static_cast<uint32_t>(scripts.size()));
  batch.request.strategy = kGuided;
  batch.request.scripts = std::move(scripts);
  return batch;
}

bool Sweep::IsSmall(const RunSummary& probe) const {
  return probe.steps <= kSmallSteps && probe.accesses <= kSmallAccesses &&
         probe.threads <= kSmallThreads && probe.escapes == 0 &&
         probe.live_threads == 0;
}

// Of a test that fails there is nothing to prove.
void Sweep::BeginSearch() {
  search_from_ = 0;
  uint64_t runs = options_.trials / kSearchShare;
  if (runs == 0 || result_.failing_runs > 0) return;
  search_name_ = kDfs;
  search_ = std::make_unique<SearchPhase>(
      MakeSearch(search_name_, options_.run, runs), runs);
}

void Sweep::EndSearch() {
  result_.search = search_->result();
  search_.reset();
  block_end_ = next_offset_;  // Nothing is out: a new block can begin.
  // What comes after a search that is a strategy of its own is nothing. After
  // another the seeds that are left vary what it has held fixed.
  if (search_name_ == options_.strategy) finished_ = true;
}

void Sweep::Absorb(const SweepBatch& batch, std::vector<RunResult> results) {
  if (finished_) return;
  waiting_.emplace(batch.index, Absorbed{batch.request, std::move(results)});
  while (!finished_) {
    auto next = waiting_.find(merge_index_);
    if (next == waiting_.end()) return;
    ++merge_index_;
    Merge(next->second);
    waiting_.erase(next);
  }
  waiting_.clear();
}

void Sweep::Merge(const Absorbed& absorbed) {
  for (const RunResult& run : absorbed.results) {
    MergeRun(absorbed.request, run);
    if (absorbed.request.strategy == kGuided && search_ != nullptr) {
      search_->Merge(run);
      if (search_->ended()) EndSearch();
    }
    if (finished_) break;
  }
  if (result_.runs >= options_.trials) finished_ = true;
  if (finished_ && search_ != nullptr) EndSearch();
}

void Sweep::MergeRun(const RunRequest& request, const RunResult& run) {
  const RunSummary& summary = run.summary;
  const bool probe = result_.runs == 0;
  ++result_.runs;
  result_.decisions += summary.decisions;
  result_.steps += summary.steps;
  result_.virtual_ns += summary.virtual_ns;
  MergeHash(summary.trace_hash, !probe && request.strategy != kGuided);
  if (summary.escapes > 0) ++result_.escaped_runs;
  for (const Escape& escape : run.escapes)
    result_.escapes[escape.what] += escape.count;

  if (request.count > 1) {
    ++(summary.isolation == Isolation::kPages ? result_.runs_with_pages_put_back
                                              : result_.runs_in_own_process);
  }

  Verdict verdict = summary.verdict;
  // Asking about every passing run would cost more than running it. One with a
  // message did not return from main.
  if (probe || verdict != Verdict::kPassed || !run.message.empty() ||
      !run.races.empty())
    verdict = classifier_->Judge(run);
  if (!run.races.empty()) MergeRaces(request, run);
  if (IsFailure(verdict)) {
    if (MergeFailure(request, run)) finished_ = true;
  } else if (verdict == Verdict::kInconclusive) {
    if (++result_.inconclusive_runs >= kInconclusiveMax) finished_ = true;
  } else if (verdict == Verdict::kSkipped) {
    result_.skipped = true;
    finished_ = true;
  } else if (summary.live_threads > 0) {
    ++result_.threads_left;
  }
  if (probe) {
    MergeProbe(run);
    if (options_.exhaust && search_ == nullptr && IsSmall(summary))
      search_from_ = std::clamp<uint64_t>(options_.trials / kDrawnFirstShare, 1,
                                          kDrawnFirstMax);
  }
  bool fresh = learns_ && Learn(run, &result_.profile);
  StrategyShare* share = nullptr;
  if (request.strategy == kGuided)
    share = &result_.search_share;
  else if (summary.turn != 0 && summary.turn <= kProfileStrategies)
    share = &result_.shares[summary.turn - 1];
  if (share != nullptr) {
    ++share->runs;
    share->fresh += fresh ? 1 : 0;
    share->failing += IsFailure(verdict) ? 1 : 0;
  }
  if (novelty_) MergeBehaviour(request, run);
  if (!finished_ && UsedUp()) result_.used_up = finished_ = true;
}

void Sweep::MergeBehaviour(const RunRequest& request, const RunResult& run) {
  bool fresh = novelty_->Merge(run, result_.failures.size());
  if (corpus_) {
    uint64_t index = run.summary.seed - request.first_seed;
    corpus_->Merge(run, request.scripts[index], fresh);
  }
  if (finished_ || !options_.novelty || !novelty_->ended()) return;
  novelty_ended_ = finished_ = true;
}

SweepResult Sweep::TakeResult() {
  if (novelty_) {
    result_.novelty = novelty_->result();
    result_.novelty->stopped = novelty_ended_;
  }
  if (corpus_) {
    result_.corpus = corpus_->data();
    result_.corpus_counts = corpus_->counts();
  }
  return std::move(result_);
}

void Sweep::MergeHash(uint64_t hash, bool drawn) {
  if (hashes_.size() >= kHashesMax) {
    last_new_ = result_.runs;  // Nobody knows.
    return;
  }
  // The probe draws its choices with another profile, and a search does not
  // draw: how rare their schedules are among the others, these will tell.
  auto [seen, added] = hashes_.try_emplace(hash, !drawn);
  if (added) {
    ++result_.distinct;
    if (drawn) ++seen_once_;
    last_new_ = result_.runs;
  } else if (!seen->second) {
    seen->second = true;
    --seen_once_;
  }
}

// Runs of the random strategy are independent draws from one distribution. Let
// m be the unknown chance that a run shows a schedule not seen yet. Good and
// Turing estimate it by the share of schedules seen once ("The population
// frequencies of species", 1953), so none may be left of these. For a bound:
// that a stretch of L runs shows nothing new although the R runs left would,
// has the chance (1-m)^L (1-(1-m)^R). With L = kR that is at most
// (k/(k+1))^k/(k+1) whatever m is: for k = 4, less than one in ten.
//
// Runs of the portfolio, or of one of its strategies, that use one profile are
// independent draws as well, each from the distribution of its turn. Let q be
// the chance that the R runs left show nothing new. A stretch that has each
// turn at least k times as often as they do has at most the chance q^k (1-q),
// with the same bound. Turns go round with the seeds: kR runs and k + 1 rounds
// are enough.
bool Sweep::UsedUp() const {
  bool independent = (options_.strategy == "random" || learns_) && !corpus_;
  if (!options_.early_stop || !independent || search_ != nullptr ||
      result_.failing_runs > 0 || result_.inconclusive_runs > 0 ||
      result_.escaped_runs > 0 || seen_once_ > 0 ||
      result_.runs >= options_.trials) {
    return false;
  }
  uint64_t stretch = result_.runs - std::max(last_new_, alike_from_);
  if (learns_)
    stretch -= std::min(stretch, (kStretchFactor + 1) * kPortfolioRound);
  return stretch >= kStretchMin &&
         stretch / kStretchFactor >= options_.trials - result_.runs;
}

void Sweep::MergeProbe(const RunResult& run) {
  const RunSummary& summary = run.summary;
  probe_hung_ = summary.verdict == Verdict::kHang;
  result_.profile.steps = summary.steps;
  result_.profile.accesses = summary.accesses;
  result_.profile.threads = summary.threads;
  // A process that ended without a word may have decided anything.
  bool silent = summary.cut_short != 0 && summary.steps == 0;
  if (summary.decisions == 0 && summary.escapes == 0 && !silent) {
    result_.sequential = true;
    finished_ = true;
  }
}

SweepFailure* Sweep::Find(FailureIdentity identity, const RunRequest& request,
                          const RunResult& run, std::vector<SweepFailure>* in) {
  auto found = std::find_if(in->begin(), in->end(), [&](const SweepFailure& f) {
    return f.identity == identity;
  });
  if (found != in->end()) return &*found;
  if (in->size() >= kIdentitiesMax) return nullptr;
  in->push_back({.identity = std::move(identity),
                 .strategy = request.strategy == kGuided ? search_name_
                                                         : request.strategy,
                 .runs_to_first = result_.runs,
                 .first = run,
                 .batch = request});
  return &in->back();
}

void Sweep::MergeRaces(const RunRequest& request, const RunResult& run) {
  for (FailureIdentity& identity : classifier_->RacesOf(run)) {
    SweepFailure* race =
        Find(std::move(identity), request, run, &result_.races);
    if (race != nullptr) ++race->runs_failing;
  }
}

bool Sweep::MergeFailure(const RunRequest& request, const RunResult& run) {
  ++result_.failing_runs;
  SweepFailure* found =
      Find(classifier_->Identify(run), request, run, &result_.failures);
  if (found == nullptr) {
    ++result_.other_failing_runs;
    return options_.max_failures != 0 &&
           result_.other_failing_runs >= options_.max_failures;
  }
  ++found->runs_failing;
  if (options_.max_failures == 0) return false;
  uint64_t limit = options_.max_failures;
  if (found->identity.kind == Verdict::kHang)
    limit = std::min(limit, kHangsMax);
  return found->runs_failing >= limit;
}

}  // namespace detsim::runtime
