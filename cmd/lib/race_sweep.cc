#include "cmd/lib/race_sweep.h"

#include <algorithm>
#include <utility>

namespace detsim::cmd {

using runtime::SweepFailure;

uint32_t RacesEvery(RaceMode mode) {
  switch (mode) {
    case RaceMode::kReport:
      return kRaceSeedsApart;
    case RaceMode::kFail:
      return 1;
    case RaceMode::kOff:
      return 0;
  }
  return 0;
}

std::vector<SweepFailure> RacesToConfirm(
    const runtime::SweepResult& result,
    const std::vector<FailureReport>& failures) {
  std::vector<SweepFailure> races = result.races;
  auto is_in = [](const std::vector<SweepFailure>& list,
                  const runtime::FailureIdentity& race) {
    return std::any_of(
        list.begin(), list.end(),
        [&](const SweepFailure& entry) { return entry.identity == race; });
  };
  for (size_t i = 0; i < failures.size(); ++i) {
    for (const runtime::FailureIdentity& race : failures[i].races) {
      if (is_in(races, race)) continue;
      races.push_back(result.failures[i]);
      races.back().identity = race;
      races.back().runs_failing = 1;
    }
  }
  std::erase_if(races, [&](const SweepFailure& race) {
    return is_in(result.failures, race.identity);
  });
  return races;
}

std::vector<FailureReport> WithoutRepeats(std::vector<FailureReport> races) {
  std::vector<FailureReport> kept;
  for (FailureReport& race : races) {
    auto same = [&](const FailureReport& other) {
      return (race.text.location == other.text.location &&
              race.text.other == other.text.other) ||
             (race.text.location == other.text.other &&
              race.text.other == other.text.location);
    };
    auto found = std::find_if(kept.begin(), kept.end(), same);
    if (found == kept.end()) {
      kept.push_back(std::move(race));
    } else {
      found->runs_failing = std::max(found->runs_failing, race.runs_failing);
    }
  }
  return kept;
}

}  // namespace detsim::cmd
