// Reads the results of one test: turns addresses into source places and output
// into messages. What a failure is called, everywhere, comes from here.
#ifndef DETSIM_CMD_LIB_FAILURE_READER_H_
#define DETSIM_CMD_LIB_FAILURE_READER_H_

#include <memory>
#include <string>
#include <vector>

#include "cmd/lib/module_map.h"
#include "cmd/lib/symbolizer.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/trace/run_result.h"

namespace detsim::cmd {

// Places of one program. The module map is filled once its first worker lives.
struct ProgramPlaces {
  std::string project;  // Places are shown relative to it.
  ModuleMap modules;
  Symbolizer* symbolizer = nullptr;

  SourcePlace Of(uint64_t return_address) const {
    return symbolizer->UserPlace(modules, return_address);
  }
  // "src/queue.cc:41"; empty if unknown.
  std::string Text(const SourcePlace& place) const;
};

// A failure in words.
struct FailureText {
  runtime::Verdict kind = runtime::Verdict::kPassed;
  std::string message;   // May have several lines.
  SourcePlace place;     // Empty file: unknown.
  std::string location;  // `place` as text.
};

class FailureReader : public runtime::FailureClassifier {
 public:
  // `places` must outlive the reader.
  FailureReader(std::string test, const ProgramPlaces* places)
      : test_(std::move(test)), places_(places) {}

  runtime::Verdict Judge(const runtime::RunResult& result) override;
  runtime::FailureIdentity Identify(const runtime::RunResult& result) override;

  FailureText Describe(const runtime::RunResult& result);

 private:
  std::string DeadlockPlaces(const runtime::RunResult& result) const;

  std::string test_;
  const ProgramPlaces* places_;
};

// "main", "T1", "T2 (flusher)": how reports call a thread.
std::string ThreadLabel(size_t index, const std::string& name);

// "lock", "wait": what a blocked thread waits to do, as a phrase: "to lock",
// "to join", "on a condition variable".
std::string WaitPhrase(runtime::OperationKind kind);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_FAILURE_READER_H_
