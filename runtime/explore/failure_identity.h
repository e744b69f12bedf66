// What makes two failing runs the same failure. Sweeps count by it, and the
// minimizer never trades one failure for another.
//
// The runtime reports addresses and raw output; turning those into places and
// messages needs debug info and knowledge of the test framework, which live in
// the tools. So the algorithms here ask a FailureClassifier.
#ifndef DETSIM_RUNTIME_EXPLORE_FAILURE_IDENTITY_H_
#define DETSIM_RUNTIME_EXPLORE_FAILURE_IDENTITY_H_

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "runtime/choice/verdict.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

struct FailureIdentity {
  Verdict kind = Verdict::kPassed;
  std::string test;
  std::string place;    // "src/queue.cc:41"; several, sorted, for a deadlock.
  std::string message;  // Through IdentityMessage().

  friend bool operator==(const FailureIdentity&,
                         const FailureIdentity&) = default;
  friend bool operator<(const FailureIdentity& a, const FailureIdentity& b) {
    return std::tie(a.kind, a.test, a.place, a.message) <
           std::tie(b.kind, b.test, b.place, b.message);
  }
};

// `message` with every number and address replaced by '#', lists of them
// collapsed to one, and cut to 200 bytes: values differ from run to run, the
// failure does not.
std::string IdentityMessage(std::string_view message);

// Twelve hexadecimal digits, stable across builds and machines.
std::string IdentityId(const FailureIdentity& identity);

// Reads results of one test. Implementations are pure functions of the result
// and may be called from several threads.
class FailureClassifier {
 public:
  virtual ~FailureClassifier() = default;

  // The verdict after a look at the output: a framework reports a skipped test
  // as passed, and an exception that it caught as a failed assertion.
  virtual Verdict Judge(const RunResult& result) = 0;

  // REQUIRES: IsFailure(Judge(result)).
  virtual FailureIdentity Identify(const RunResult& result) = 0;

  // The data races of a run that matter, in the order of `result.races`, each
  // once.
  virtual std::vector<FailureIdentity> RacesOf(const RunResult& result) {
    return {};
  }
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_FAILURE_IDENTITY_H_
