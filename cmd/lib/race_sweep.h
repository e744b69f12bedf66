// The part of a sweep that is about data races: where they are looked for,
// which are confirmed, which are the same. Used by the runner.
#ifndef DETSIM_CMD_LIB_RACE_SWEEP_H_
#define DETSIM_CMD_LIB_RACE_SWEEP_H_

#include <cstdint>
#include <vector>

#include "cmd/lib/sweep_report.h"
#include "runtime/explore/sweep.h"

namespace detsim::cmd {

// What becomes of data races (--races).
enum class RaceMode { kReport, kFail, kOff };

// The fraction of the seeds in which data races are looked for, unless they
// fail: one in so many. It costs time, and what races does so in most runs.
inline constexpr uint32_t kRaceSeedsApart = 8;

// As RunRequest::find_races_every.
uint32_t RacesEvery(RaceMode mode);

// The races of a test that are no failures: those of the sweep, then those that
// only the confirmations of its failures have shown.
std::vector<runtime::SweepFailure> RacesToConfirm(
    const runtime::SweepResult& result,
    const std::vector<FailureReport>& failures);

// Their stacks may show that what looked like several is one: code of a library
// is called from one place, or a pair is seen in both orders.
std::vector<FailureReport> WithoutRepeats(std::vector<FailureReport> races);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_RACE_SWEEP_H_
