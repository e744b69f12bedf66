// Reads the results of one test: turns addresses into source places and output
// into messages. What a failure is called, everywhere, comes from here.
#ifndef DETSIM_CMD_LIB_FAILURE_READER_H_
#define DETSIM_CMD_LIB_FAILURE_READER_H_

#include <string>
#include <utility>

#include "cmd/lib/failure_text.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/trace/run_result.h"

namespace detsim::cmd {

class FailureReader : public runtime::FailureClassifier {
 public:
  // `places` must outlive the reader.
  FailureReader(std::string test, const ProgramPlaces* places)
      : test_(std::move(test)), places_(places) {}

  runtime::Verdict Judge(const runtime::RunResult& result) override;
  runtime::FailureIdentity Identify(const runtime::RunResult& result) override;

  FailureText Describe(const runtime::RunResult& result);

 private:
  SourcePlace FailurePlace(const runtime::RunResult& result) const;
  SourcePlace DeadlockPlace(const runtime::RunResult& result) const;
  std::string DeadlockPlaces(const runtime::RunResult& result) const;

  std::string test_;
  const ProgramPlaces* places_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_FAILURE_READER_H_
