// Runs small programs under the scheduler: each in a forked child, since a
// verdict ends the process it comes up in, and each twice, in two children
// that batch the seeds differently, whose outcomes must be equal.
#ifndef DETSIM_TEST_RUNTIME_SCHED_SCENARIO_H_
#define DETSIM_TEST_RUNTIME_SCHED_SCENARIO_H_

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/choice/choice.h"
#include "runtime/choice/choice_source.h"
#include "runtime/choice/profile.h"
#include "runtime/choice/run_options.h"
#include "runtime/choice/verdict.h"
#include "runtime/trace/event.h"

namespace detsim::runtime {

// For gtest's failure messages.
inline void PrintTo(Verdict verdict, std::ostream* out) {
  *out << VerdictName(verdict);
}

struct Scenario {
  std::string strategy = "calm";
  ChoiceSource* source = nullptr;  // Instead of `strategy`.
  uint64_t seed = 1;
  Profile profile;
  RunOptions options;
  std::vector<Choice> choices;  // For "replay".
  bool trace = false;
  bool find_races = false;
};

// The main function of the program under test; runs in a child, as the main
// simulated thread. Its state must be local: several seeds share a child.
using Body = std::function<void()>;

struct FoundRace {
  uint64_t later_pc = 0;
  uint64_t earlier_pc = 0;
  uint32_t later_thread = 0;
  uint32_t earlier_thread = 0;
  uint64_t address = 0;

  friend bool operator==(const FoundRace&, const FoundRace&) = default;
};

struct Outcome {
  uint64_t seed = 0;
  Verdict verdict = Verdict::kPassed;
  int signal = 0;  // What killed the child, if anything did.
  std::string message;
  uint64_t pc = 0;
  int exit_code = 0;
  uint64_t hash = 0;
  uint64_t decisions = 0;
  uint64_t unusual = 0;
  uint64_t steps = 0;
  uint64_t accesses = 0;
  uint64_t virtual_ns = 0;
  uint32_t threads = 0;
  uint32_t live_threads = 0;
  std::string log;  // What Log() collected.
  std::vector<Choice> choices;
  std::vector<Event> events;     // With Scenario::trace.
  std::vector<FoundRace> races;  // With Scenario::find_races.

  bool passed() const { return verdict == Verdict::kPassed && signal == 0; }
  // All but the events.
  bool SameAs(const Outcome& other) const;
};

// For gtest's failure messages.
void PrintTo(const Outcome& outcome, std::ostream* out);

// Seeds [scenario.seed, scenario.seed + count), in order.
std::vector<Outcome> RunSeeds(const Scenario& scenario, uint64_t count,
                              const Body& body);
Outcome RunScenario(const Scenario& scenario, const Body& body);

// The seeds under `strategy` (from 1) whose outcome is not a pass.
std::vector<Outcome> FailingSeeds(const Scenario& scenario, uint64_t count,
                                  const Body& body);

// ---- For bodies ----

// Appends to the outcome's log.
void Log(std::string_view text);
void Log(int64_t value);

// Notes "FILE:LINE: TEXT" in the log and makes the run fail (`assertion`).
void NoteFailure(const char* file, int line, const char* text);

#define SIM_CHECK(condition) \
  ((condition)               \
       ? (void)0             \
       : ::detsim::runtime::NoteFailure(__FILE__, __LINE__, #condition))

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_SCHED_SCENARIO_H_
