// Reads the results of one test: turns addresses into source places and output
// into messages. What a failure is called, everywhere, comes from here.
#ifndef DETSIM_CMD_LIB_FAILURE_READER_H_
#define DETSIM_CMD_LIB_FAILURE_READER_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cmd/lib/failure_text.h"
#include "cmd/lib/suppressions.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/trace/run_result.h"

namespace detsim::cmd {

// What a data race is to a run that passed otherwise.
struct RaceJudgement {
  bool fails = false;  // --races=fail
  const Suppressions* suppressions = nullptr;
};

class FailureReader : public runtime::FailureClassifier {
 public:
  // `places` and the suppressions must outlive the reader.
  FailureReader(std::string test, const ProgramPlaces* places,
                RaceJudgement races = {})
      : test_(std::move(test)), places_(places), races_(races) {}

  // From now on a run in which `race` shows has failed by it, whatever else
  // became of it, and no other race matters.
  void Seek(runtime::FailureIdentity race) { sought_ = std::move(race); }

  runtime::Verdict Judge(const runtime::RunResult& result) override;
  runtime::FailureIdentity Identify(const runtime::RunResult& result) override;
  std::vector<runtime::FailureIdentity> RacesOf(
      const runtime::RunResult& result) override;

  FailureText Describe(const runtime::RunResult& result);

 private:
  runtime::Verdict JudgeWithoutRaces(const runtime::RunResult& result) const;
  void DescribeFirstRace(const runtime::RunResult& result,
                         FailureText* text) const;
  SourcePlace FailurePlace(const runtime::RunResult& result) const;
  SourcePlace DeadlockPlace(const runtime::RunResult& result) const;
  std::string DeadlockPlaces(const runtime::RunResult& result) const;
  runtime::FailureIdentity IdentityOf(const runtime::RaceReport& race) const;
  // Whether `race` counts at all.
  bool Matters(const runtime::RaceReport& race) const;
  // The one that a run has failed by; null if none matters.
  const runtime::RaceReport* FirstRace(const runtime::RunResult& result) const;

  std::string test_;
  const ProgramPlaces* places_;
  RaceJudgement races_;
  std::optional<runtime::FailureIdentity> sought_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_FAILURE_READER_H_
