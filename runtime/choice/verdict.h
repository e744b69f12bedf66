// How a run ended. The words are part of the report format.
#ifndef DETSIM_RUNTIME_CHOICE_VERDICT_H_
#define DETSIM_RUNTIME_CHOICE_VERDICT_H_

#include <cstdint>
#include <string_view>

namespace detsim::runtime {

// Values cross process boundaries and are stored: append, never renumber.
enum class Verdict : uint8_t {
  kPassed = 0,
  kAssertion = 1,  // Non-zero exit code; a test assertion.
  kCrash = 2,      // A signal or a sanitizer's report.
  kException = 3,  // Nobody caught it, or the test framework did.
  kDeadlock = 4,
  kLivelock = 5,
  kHang = 6,
  kMisuse = 7,
  kThreadLeak = 8,
  kInconclusive = 9,  // Step budget used up while making progress; no failure.
  kSkipped = 10,      // The framework skipped the test; no failure.
  kDataRace = 11,     // Of a run that passed otherwise; said by the tools.
};

inline constexpr int kVerdicts = 12;

// "passed", "assertion", ...
std::string_view VerdictName(Verdict verdict);
// The verdict of that name; kPassed if there is none such.
Verdict VerdictFromName(std::string_view name);

constexpr bool IsFailure(Verdict verdict) {
  return (verdict >= Verdict::kAssertion && verdict <= Verdict::kThreadLeak) ||
         verdict == Verdict::kDataRace;
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_VERDICT_H_
