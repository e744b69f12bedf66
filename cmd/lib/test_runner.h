// Runs the sweeps of many tests on several workers at once, then confirms,
// stores and minimizes what failed. The order in which work is done depends on
// the machine; what comes out does not (runtime/explore/sweep.h).
#ifndef DETSIM_CMD_LIB_TEST_RUNNER_H_
#define DETSIM_CMD_LIB_TEST_RUNNER_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cmd/lib/corpus_file.h"
#include "cmd/lib/failure_store.h"
#include "cmd/lib/gtest_list.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/race_sweep.h"
#include "cmd/lib/suppressions.h"
#include "cmd/lib/sweep_report.h"
#include "runtime/choice/run_options.h"

namespace detsim::cmd {

inline constexpr std::string_view kDefaultStrategy = "portfolio";

struct SweepSettings {
  uint64_t trials = 1000;
  uint64_t first_seed = 1;
  std::string strategy{kDefaultStrategy};
  uint64_t max_failures = 20;
  bool minimize = false;
  bool check = false;
  bool early_stop = true;
  bool exhaust = false;  // Small tests get a search as well (sweep.h).
  bool novelty = false;
  bool explore = false;
  std::vector<StoredCorpus> corpora;  // With `explore`: one a test.
  RaceMode races = RaceMode::kReport;
  Suppressions suppressions;
  int jobs = 1;
  std::optional<std::chrono::milliseconds> budget;
  runtime::RunOptions run;
};

// Of the sweep over `test`, which is the `index`-th.
runtime::SweepOptions OptionsOf(const SweepSettings& settings,
                                const TestCase& test, size_t index);

// Never fails as a whole: what went wrong with a test is in its report.
SweepReport RunSweeps(const std::vector<TestCase>& tests,
                      const SweepSettings& settings, const SweepPlace& place,
                      Progress* progress);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TEST_RUNNER_H_
