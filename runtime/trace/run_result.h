// What one run is asked to do and what came out: the values that cross from
// the tools (a sweep, the minimizer) to a worker process and back.
#ifndef DETSIM_RUNTIME_TRACE_RUN_RESULT_H_
#define DETSIM_RUNTIME_TRACE_RUN_RESULT_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/choice/behaviour.h"
#include "runtime/choice/choice.h"
#include "runtime/choice/decision_log.h"
#include "runtime/choice/operation.h"
#include "runtime/choice/profile.h"
#include "runtime/choice/run_options.h"
#include "runtime/choice/step_log.h"
#include "runtime/choice/verdict.h"
#include "runtime/trace/caller_chain.h"
#include "runtime/trace/event.h"

namespace detsim::runtime {

inline constexpr uint32_t kRaceWatchesMax = 64;

// An access whose stack is to be kept: the latest at `pc` to the 8 bytes that
// `address` is in.
struct RaceWatch {
  uint64_t pc = 0;
  uint64_t address = 0;

  friend bool operator==(const RaceWatch&, const RaceWatch&) = default;
};

// Which way one run goes (choice_source.h, Script).
struct RunScript {
  // What it branches off, in words of who made the script; stays with him.
  uint64_t origin = 0;
  std::vector<ThreadKey> threads;
  uint64_t branch = 0;
  std::vector<SleepingTouch> sleeping;
  // For a search those that are not about threads, else those to replay.
  std::vector<Choice> choices;
  uint64_t replayed = 0;
  Stream redrawn = Stream::kSchedule;
};

// Seeds [first_seed, first_seed + count) of one test, or one replay.
struct RunRequest {
  std::vector<std::string> arguments;  // argv[1..] of the test program.
  std::string strategy = "random";     // A row of strategies.cc, or "replay".
  uint64_t first_seed = 1;
  uint32_t count = 1;
  Profile profile;
  RunOptions options;
  std::vector<Choice> choices;     // For "replay" and "redraw".
  uint64_t replayed = 0;           // For "redraw" (choice_source.h, RunStart).
  std::vector<RunScript> scripts;  // For "guided", or to branch: one a seed.
  // One: runs tell what they did, and where they showed what is not in it.
  std::vector<Behaviour> known;
  bool fork_each = false;        // A fresh process image per run.
  bool record_trace = false;     // Events are returned (count == 1).
  bool stop_at_failure = false;  // Ends the batch at the first failure.
  bool log_decisions = false;    // RunResult::decisions (count == 1).
  // Data races are looked for in runs with seed 1, and those that are a
  // multiple of this away; 0 is in none.
  uint32_t find_races_every = 0;
  std::vector<RaceWatch> race_watches;
};

// Where a thread was when the run ended.
struct ThreadReport {
  ThreadKey key = 0;
  std::string path;            // "0.2.0", see ThreadKey.
  std::string name;            // Set by the program, else empty.
  uint64_t spawn_pc = 0;       // 0 for main.
  uint32_t spawn_callers = 0;  // As in Event.
  bool finished = false;
  bool detached = false;
  bool blocked = false;
  PendingOperation pending;     // `object` is an address, for matching.
  uint32_t object = 0;          // Ordinal of that object.
  int32_t holder = -1;          // Index of the thread that holds it.
  std::vector<uint64_t> stack;  // Return addresses, innermost first.
};

// One of two accesses that nothing orders.
struct RaceAccessReport {
  uint64_t pc = 0;      // Return address of the access.
  uint32_t thread = 0;  // Index into RunResult::threads.
  bool is_write = false;
  bool is_atomic = false;
  std::vector<uint64_t> stack;  // As in ThreadReport; empty if not known.
};

struct RaceReport {
  uint64_t address = 0;   // The first byte that both access.
  uint32_t size = 0;      // Bytes that the later one accesses.
  int32_t stack_of = -1;  // The thread whose stack it is on, or -1.
  RaceAccessReport later;
  RaceAccessReport earlier;
};

// Something that ran outside the runtime's control during the run.
struct Escape {
  std::string what;  // "pthread_create", ...
  uint64_t count = 0;
};

// How a run is kept from seeing what earlier ones did.
enum class Isolation : uint8_t {
  kUntested = 0,
  kPages = 1,  // Written pages are put back after each run.
  kFork = 2,   // Each run has a process of its own.
};

// The fixed part of a result; crosses the process boundary as is.
struct RunSummary {
  uint64_t seed = 0;
  uint64_t trace_hash = 0;
  uint64_t decisions = 0;  // Choices with more than one option.
  uint64_t unusual = 0;    // Non-zero ones.
  uint64_t steps = 0;      // Announced operations.
  uint64_t accesses = 0;   // Plain accesses.
  uint64_t virtual_ns = 0;
  uint32_t threads = 0;       // Ever started in the run, main included.
  uint32_t live_threads = 0;  // Still there at the end, main excluded.
  uint32_t escapes = 0;
  int32_t exit_code = 0;  // Or the signal's number, for kCrash.
  Verdict verdict = Verdict::kPassed;
  uint8_t cut_short = 0;  // The run ended before main returned.
  Isolation isolation = Isolation::kUntested;
  uint8_t turn = 0;  // ChoiceSource::Turn().
  uint8_t unused[4] = {};
};

// Everything about one run. The vectors are filled for runs that failed (or
// were asked to record), empty otherwise.
struct RunResult {
  RunSummary summary;
  std::string message;                // The runtime's words; empty if it passed
                                      // and returned from main.
  uint64_t failure_pc = 0;            // Place of the failure, 0 if unknown.
  uint32_t failure_thread = 0;        // Index into `threads`.
  std::string output;                 // stdout and stderr, the last 64 KiB.
  std::vector<Choice> choices;        // The non-zero ones, in order taken.
  std::vector<ThreadReport> threads;  // In order of creation, 0 is main.
  std::vector<Escape> escapes;
  std::vector<Event> events;  // With RunRequest::record_trace.
  // With events: for each decision in order, where in `events` whatever came
  // after it begins. An unusual one has its event there. For the first
  // kEventsMax decisions.
  std::vector<uint32_t> decision_events;
  std::vector<DecisionEntry> decisions;  // With RunRequest::log_decisions.
  // With events or decisions: what their `callers` are numbers of, from 1.
  std::vector<CallerChain> caller_chains;
  // With events: who could run, and where objects are, by ordinal from 1.
  std::vector<AbleChange> able_changes;
  std::vector<uint64_t> object_addresses;
  std::vector<RaceReport> races;  // A run that passed may have some.
  // What the strategy has seen, where it tells: none or one.
  std::vector<Observation> observation;
  // With RunRequest::known, and `choices` where it shows something new (at
  // most kKeptChoicesMax, none if there are more).
  std::vector<RunBehaviour> behaviour;
  // With a search's script, for whatever ended without killing its process: the
  // keys of the threads, and the step log from the script's branch on.
  std::vector<ThreadKey> thread_keys;
  std::vector<StepEntry> steps;

  // Those with this number; none if they are not known.
  std::span<const uint64_t> Callers(uint32_t number) const {
    return number != 0 && number <= caller_chains.size()
               ? caller_chains[number - 1].view()
               : std::span<const uint64_t>();
  }
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_RUN_RESULT_H_
