#include "test/runtime/search/search_runner.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "test/runtime/search/search_programs.h"
#include "test/runtime/worker/worker_client.h"

namespace detsim::runtime {

SearchOutcome RunSearch(const SearchPlan& plan, const std::string& program,
                        int argument) {
  WorkerClient worker(&SearchProgramMain);
  auto search = MakeSearch(plan.strategy, plan.options, plan.runs_max);
  SearchOutcome outcome;
  uint64_t runs = 0;
  while (runs < plan.runs_max && !testing::Test::HasFailure()) {
    RunRequest request;
    request.arguments = {program, std::to_string(argument)};
    request.strategy = "guided";
    request.options = plan.options;
    request.scripts =
        search->Next(std::min<uint64_t>(plan.generation, plan.runs_max - runs));
    if (request.scripts.empty()) break;
    request.count = static_cast<uint32_t>(request.scripts.size());
    runs += request.count;
    for (const RunResult& run : worker.Run(request)) {
      ++outcome.verdicts[run.summary.verdict];
      if (++outcome.outputs[run.output] == 1 &&
          IsFailure(run.summary.verdict)) {
        outcome.failing.push_back(run);
      }
      search->Merge(run);
    }
    outcome.scripts.insert(outcome.scripts.end(), request.scripts.begin(),
                           request.scripts.end());
  }
  outcome.result = search->result();
  return outcome;
}

std::set<std::string> RandomOutputs(const std::string& program, int argument,
                                    uint32_t seeds) {
  WorkerClient worker(&SearchProgramMain);
  RunRequest request;
  // Only what fails is reported with its output.
  request.arguments = {program, std::to_string(argument), "fail"};
  request.count = seeds;
  std::set<std::string> outputs;
  for (const RunResult& run : worker.Run(request)) outputs.insert(run.output);
  return outputs;
}

RunResult ReplayOf(const RunResult& run, const std::string& program,
                   int argument) {
  WorkerClient worker(&SearchProgramMain);
  RunRequest request;
  request.arguments = {program, std::to_string(argument)};
  request.strategy = "replay";
  request.choices = run.choices;
  request.fork_each = true;
  return worker.Run(request).at(0);
}

}  // namespace detsim::runtime
