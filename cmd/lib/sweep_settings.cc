// What the settings of all sweeps mean for one of them.
#include "cmd/lib/race_sweep.h"
#include "cmd/lib/test_runner.h"

namespace detsim::cmd {

runtime::SweepOptions OptionsOf(const SweepSettings& settings,
                                const TestCase& test, size_t index) {
  runtime::SweepOptions options;
  options.arguments = test.arguments;
  options.strategy = settings.strategy;
  options.first_seed = settings.first_seed;
  options.trials = settings.trials;
  options.max_failures = settings.max_failures;
  options.early_stop = settings.early_stop;
  options.exhaust = settings.exhaust;
  options.novelty = settings.novelty;
  if (settings.explore) {
    // Seeds go on where the last sweep with this corpus ended.
    options.corpus = settings.corpora[index].data;
    options.first_seed += options.corpus->runs;
  }
  options.run = settings.run;
  options.find_races_every = RacesEvery(settings.races);
  return options;
}

}  // namespace detsim::cmd
