#include "cmd/lib/test_runner.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cmd/lib/executor_pool.h"
#include "cmd/lib/files.h"
#include "cmd/lib/interrupt.h"
#include "cmd/lib/race_sweep.h"
#include "cmd/lib/worker_executor.h"
#include "runtime/explore/check.h"
#include "runtime/explore/sweep_strategies.h"

namespace detsim::cmd {
namespace {

using Clock = std::chrono::steady_clock;

using runtime::SweepBatch;
using runtime::SweepFailure;

struct ProgramState {
  ProgramPlaces places;  // Its modules are known once a worker started.
  std::string hash;
};

struct TestState {
  TestState(const TestCase* test_case, ProgramState* its_program,
            RaceJudgement races, runtime::SweepOptions options)
      : test(test_case),
        program(its_program),
        reader(test_case->name, &its_program->places, races),
        sweep(std::move(options), &reader) {}

  const TestCase* test;
  ProgramState* program;
  FailureReader reader;
  runtime::Sweep sweep;
  bool cut = false;         // Ended by --budget or Ctrl-C.
  size_t failures_out = 0;  // Handed out for confirmation.
  size_t failures_done = 0;
  std::vector<FailureReport> failures;
  // The races to confirm, once the failures are: theirs show races too.
  std::optional<std::vector<SweepFailure>> races_found;
  size_t races_out = 0;
  size_t races_done = 0;
  std::vector<FailureReport> races;
  std::map<uint64_t, std::vector<runtime::Difference>> differences;
  std::string problem;

  bool failures_are_done() const {
    return sweep.finished() && failures_done == sweep.result().failures.size();
  }
  bool done() const { return races_found && races_done == races_found->size(); }
};

// A piece of work: a batch, or the failure or race with that index.
struct Job {
  TestState* test = nullptr;
  std::optional<SweepBatch> batch;
  size_t failure = 0;
  bool is_race = false;
};

// What one thread owns: a worker, two with --check.
struct Seat {
  std::array<std::string, 2> directories;
  std::array<std::unique_ptr<WorkerExecutor>, 2> executors;
};

class Runner {
 public:
  Runner(const std::vector<TestCase>& tests, const SweepSettings& settings,
         const SweepPlace& place, Progress* progress)
      : settings_(settings), place_(place), progress_(progress) {
    symbolizer_.MapToSources(place.project, place.rewritten);
    for (const TestCase& test : tests) {
      auto [program, added] = programs_.try_emplace(test.binary);
      if (added) {
        program->second.places.project = place.project;
        program->second.places.symbolizer = &symbolizer_;
      }
      RaceJudgement races = {.fails = settings.races == RaceMode::kFail,
                             .suppressions = &settings.suppressions};
      states_.emplace_back(&test, &program->second, races,
                           OptionsOf(settings, test, states_.size()));
    }
  }

  void Run() {
    start_ = Clock::now();
    std::vector<std::thread> threads;
    for (int i = 0; i < settings_.jobs; ++i)
      threads.emplace_back([this, i] { Work(i); });
    for (std::thread& thread : threads) thread.join();
    seconds_ = std::chrono::duration<double>(Clock::now() - start_).count();
    progress_->Clear();
  }

  SweepReport Report();

 private:
  void Work(int index);
  // Waits for a job; nothing when all is done.
  std::optional<Job> NextJob();
  std::optional<Job> FindJob();
  void CutShort();
  void RunBatch(const Job& job, Seat* seat);
  void RunFailure(const Job& job, Seat* seat);
  WorkerExecutor* Executor(const Job& job, Seat* seat, size_t which);
  void Broke(TestState* test, const absl::Status& status);
  void ShowProgress();
  bool IsDone(TestState* state);
  bool BudgetSpent() const {
    return settings_.budget && Clock::now() - start_ >= *settings_.budget;
  }
  TestReport ReportOf(size_t index);

  const SweepSettings& settings_;
  const SweepPlace& place_;
  Progress* progress_;
  Symbolizer symbolizer_;
  std::map<std::string, ProgramState> programs_;
  std::deque<TestState> states_;
  size_t first_open_ = 0;  // All before it are done.
  size_t turn_ = 0;        // Round robin under a budget.
  bool cut_short_ = false;
  int busy_ = 0;  // Seats that have a job.
  Clock::time_point start_;
  double seconds_ = 0;
  // Guards all of the above but what a job owns; the classifier is called
  // under it.
  std::mutex mutex_;
  std::condition_variable changed_;
};

void Runner::Work(int index) {
  Seat seat;
  for (size_t i = 0; i < seat.directories.size(); ++i)
    seat.directories[i] =
        absl::StrFormat("%s/work/w%03d", place_.out, 2 * index + i);
  while (std::optional<Job> job = NextJob()) {
    if (job->batch)
      RunBatch(*job, &seat);
    else
      RunFailure(*job, &seat);
    std::lock_guard<std::mutex> lock(mutex_);
    --busy_;
  }
}

std::optional<Job> Runner::NextJob() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    if (Interrupted() || BudgetSpent()) CutShort();
    while (first_open_ < states_.size() && IsDone(&states_[first_open_]))
      ++first_open_;
    if (first_open_ == states_.size()) return std::nullopt;
    if (std::optional<Job> job = FindJob()) {
      ++busy_;
      return job;
    }
    // Ctrl-C and the budget's end notify nobody.
    changed_.wait_for(lock, std::chrono::milliseconds(100));
  }
}

std::optional<Job> Runner::FindJob() {
  size_t open = states_.size() - first_open_;
  // In order, so that results come test by test; under a budget in turn, so
  // that each test gets its share.
  size_t begin = settings_.budget ? turn_++ % open : 0;
  for (size_t i = 0; i < open; ++i) {
    TestState& state = states_[first_open_ + (begin + i) % open];
    if (!state.sweep.finished()) {
      if (auto batch = state.sweep.NextBatch())
        return Job{.test = &state, .batch = std::move(batch)};
    } else if (state.failures_out < state.sweep.result().failures.size()) {
      return Job{.test = &state, .failure = state.failures_out++};
    } else if (!IsDone(&state) && state.races_found &&
               state.races_out < state.races_found->size()) {
      return Job{.test = &state, .failure = state.races_out++, .is_race = true};
    }
  }
  return std::nullopt;
}

// Once the failures are confirmed, the races are known.
bool Runner::IsDone(TestState* state) {
  if (state->done()) return true;
  if (!state->failures_are_done()) return false;
  if (!state->races_found) {
    state->races_found = RacesToConfirm(state->sweep.result(), state->failures);
    state->races.resize(state->races_found->size());
  }
  return state->done();
}

void Runner::CutShort() {
  if (cut_short_ && !Interrupted()) return;
  cut_short_ = true;
  for (TestState& state : states_) {
    if (!state.sweep.finished()) {
      state.cut = true;
      state.sweep.Stop();
    }
  }
}

WorkerExecutor* Runner::Executor(const Job& job, Seat* seat, size_t which) {
  std::unique_ptr<WorkerExecutor>& executor = seat->executors[which];
  if (executor == nullptr || executor->binary() != job.test->test->binary)
    executor = std::make_unique<WorkerExecutor>(
        job.test->test->binary, seat->directories[which],
        place_.NativePlaceOf(*job.test->test));
  WorkerProcess* worker = executor->worker();
  std::lock_guard<std::mutex> lock(mutex_);
  if (worker == nullptr) {
    Broke(job.test, executor->status());
    return nullptr;
  }
  ProgramState* program = job.test->program;
  if (program->places.modules.empty())
    program->places.modules = ModuleMap::Of(worker->pid());
  return executor.get();
}

void Runner::Broke(TestState* test, const absl::Status& status) {
  if (absl::IsCancelled(status)) {
    CutShort();
  } else {
    test->problem = std::string(status.message());
    test->sweep.Stop();
  }
  changed_.notify_all();
}

void Runner::RunBatch(const Job& job, Seat* seat) {
  WorkerExecutor* executor = Executor(job, seat, 0);
  if (executor == nullptr) return;
  auto results = executor->Run(job.batch->request);
  std::vector<runtime::Difference> differences;
  WorkerExecutor* failed = results ? nullptr : executor;
  if (results && settings_.check) {
    WorkerExecutor* other = Executor(job, seat, 1);
    if (other == nullptr) return;
    auto again = other->Run(job.batch->request);
    if (again)
      differences = runtime::CompareRuns(*results, *again);
    else
      failed = other;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (failed != nullptr) {
    Broke(job.test, failed->status());
    return;
  }
  if (!differences.empty())
    job.test->differences[job.batch->index] = std::move(differences);
  job.test->sweep.Absorb(*job.batch, std::move(*results));
  job.test->failures.resize(job.test->sweep.result().failures.size());
  changed_.notify_all();
  // Confirming and minimizing is not part of the sweep's rate.
  seconds_ = std::chrono::duration<double>(Clock::now() - start_).count();
  ShowProgress();
}

void Runner::RunFailure(const Job& job, Seat* seat) {
  WorkerExecutor* executor = Executor(job, seat, 0);
  TestState* test = job.test;
  // The sweep is finished: its failures do not move any more.
  const SweepFailure& failure =
      job.is_race ? (*test->races_found)[job.failure]
                  : test->sweep.result().failures[job.failure];
  FailureReader race_reader(test->test->name, &test->program->places);
  race_reader.Seek(failure.identity);
  FailureContext context;
  context.test = test->test;
  context.place = &place_;
  context.places = &test->program->places;
  context.reader = job.is_race ? &race_reader : &test->reader;
  if (job.is_race) context.folder = "races";
  context.strategy =
      runtime::StrategyOfTurn(failure.strategy, failure.first.summary.turn);
  context.minimize = settings_.minimize;
  context.stop = StopAfter(settings_.budget);
  std::optional<ExecutorPool> minimizer;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    // Those whose seats have nothing to do help.
    if (executor != nullptr)
      context.minimizer =
          &minimizer.emplace(executor, std::max(1, settings_.jobs / busy_));
    if (test->program->hash.empty())
      test->program->hash = HashFile(test->test->binary);
    context.binary_hash = test->program->hash;
  }
  progress_->Update(absl::StrCat("confirming ", test->test->name));
  FailureReport report = StoreFailure(failure, context, executor);
  if (executor == nullptr && Interrupted()) report.problem = "interrupted";
  std::lock_guard<std::mutex> lock(mutex_);
  auto& reports = job.is_race ? test->races : test->failures;
  reports[job.failure] = std::move(report);
  ++(job.is_race ? test->races_done : test->failures_done);
  changed_.notify_all();
}

void Runner::ShowProgress() {
  uint64_t runs = 0;
  uint64_t left = 0;
  uint64_t failing = 0;
  size_t done = 0;
  for (const TestState& state : states_) {
    runs += state.sweep.result().runs;
    failing += state.sweep.result().failing_runs;
    if (state.sweep.finished())
      ++done;
    else
      left += settings_.trials - state.sweep.result().runs;
  }
  double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  double rate = seconds > 0 ? static_cast<double>(runs) / seconds : 0;
  double remaining = rate > 0 ? static_cast<double>(left) / rate : 0;
  if (settings_.budget)
    remaining = std::min(
        remaining,
        std::chrono::duration<double>(*settings_.budget).count() - seconds);
  progress_->Update(absl::StrFormat(
      "%d of %d tests, %d runs, %.0f runs/s, %d failed, %.0f s left", done,
      states_.size(), runs, rate, failing, std::max(remaining, 0.0)));
}

TestReport Runner::ReportOf(size_t index) {
  TestState* state = &states_[index];
  runtime::SweepResult result = state->sweep.TakeResult();
  TestReport report;
  report.test = *state->test;
  report.finished = !state->cut && state->problem.empty();
  CopyCounts(result, &report);
  if (settings_.explore)
    report.corpus_counts.stale += settings_.corpora[index].stale;
  report.failures = std::move(state->failures);
  report.races = WithoutRepeats(std::move(state->races));
  report.problem = state->problem;
  // Seeds past an early end depend on how far ahead the workers were.
  uint64_t end = state->sweep.options().first_seed + report.runs;
  for (const auto& [index, differences] : state->differences) {
    for (const runtime::Difference& difference : differences) {
      if (difference.seed < end) report.differences.push_back(difference);
    }
  }
  report.status = StatusOf(report, result.skipped);
  return report;
}

SweepReport Runner::Report() {
  SweepReport report;
  report.project = place_.project;
  report.strategy = settings_.strategy;
  report.first_seed = settings_.first_seed;
  report.trials = settings_.trials;
  report.interrupted = Interrupted();
  report.checked = settings_.check;
  report.seconds = seconds_;
  for (size_t i = 0; i < states_.size(); ++i) {
    AddShares(states_[i].sweep.result(), &report);
    report.tests.push_back(ReportOf(i));
    if (!report.tests.back().finished) report.complete = false;
  }
  return report;
}

}  // namespace

SweepReport RunSweeps(const std::vector<TestCase>& tests,
                      const SweepSettings& settings, const SweepPlace& place,
                      Progress* progress) {
  Runner runner(tests, settings, place, progress);
  runner.Run();
  return runner.Report();
}

}  // namespace detsim::cmd
