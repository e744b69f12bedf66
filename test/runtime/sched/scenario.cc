#include "test/runtime/sched/scenario.h"

#include <gtest/gtest.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "runtime/base/bytes.h"
#include "runtime/base/text.h"
#include "runtime/sched/race_reports.h"
#include "runtime/sched/scheduler.h"
#include "runtime/strategy/strategies.h"
#include "runtime/world/world.h"

namespace detsim::runtime {
namespace {

// A scheduler bug shows as a child that never ends: one that computes for ever,
// or one that waits for a real event. Far above what a loaded machine needs.
constexpr rlim_t kChildCpuSecondsMax = 60;
constexpr unsigned kChildSecondsMax = 280;

// ---- In the child ----

FixedText<64 * 1024> run_log;
bool run_failed = false;
uint64_t run_seed = 0;
int result_fd = -1;
const Body* run_body = nullptr;

template <typename T>
void Append(std::string* out, const T& value) {
  out->append(reinterpret_cast<const char*>(&value), sizeof value);
}
void AppendText(std::string* out, std::string_view text) {
  Append(out, static_cast<uint32_t>(text.size()));
  out->append(text);
}
template <typename T>
void AppendArray(std::string* out, MappedArray<T>& array) {
  Append(out, uint64_t{array.size()});
  out->append(reinterpret_cast<const char*>(array.data()),
              array.size() * sizeof(T));
}

void SendOutcome(Verdict verdict, std::string_view message, uintptr_t pc,
                 int exit_code) {
  std::string out;
  Append(&out, run_seed);
  Append(&out, verdict);
  AppendText(&out, message);
  Append(&out, uint64_t{pc});
  Append(&out, exit_code);
  Append(&out, scheduler.hash());
  Append(&out, scheduler.decisions());
  Append(&out, scheduler.unusual());
  Append(&out, scheduler.steps());
  Append(&out, scheduler.accesses());
  Append(&out, scheduler.now().ns - kRunStart.ns);
  Append(&out, static_cast<uint32_t>(scheduler.threads().size()));
  Append(&out, scheduler.live_threads());
  AppendText(&out, run_log.view());
  AppendArray(&out, scheduler.choices());
  AppendArray(&out, scheduler.event_log().events());
  uint32_t race_count = 0;
  const Race* races = Races(&race_count);
  Append(&out, uint64_t{race_count});
  for (uint32_t i = 0; i < race_count; ++i) {
    Append(&out, FoundRace{.later_pc = races[i].later.pc,
                           .earlier_pc = races[i].earlier.pc,
                           .later_thread = races[i].later.thread,
                           .earlier_thread = races[i].earlier.thread,
                           .address = races[i].address});
  }
  std::string frame;
  Append(&frame, uint64_t{out.size()});
  frame += out;
  for (size_t at = 0; at < frame.size();) {
    ssize_t n = write(result_fd, frame.data() + at, frame.size() - at);
    if (n <= 0) _exit(99);
    at += static_cast<size_t>(n);
  }
}

void EndRun(Verdict verdict, const char* message, uintptr_t pc) {
  SendOutcome(verdict, message, pc, 0);
  _exit(0);
}

int RunBody(void*) {
  (*run_body)();
  return run_failed ? 1 : 0;
}

[[noreturn]] void PerformSeeds(const Scenario& scenario, uint64_t first,
                               uint64_t last, const Body& body) {
  rlimit limit = {.rlim_cur = kChildCpuSecondsMax,
                  .rlim_max = kChildCpuSecondsMax};
  setrlimit(RLIMIT_CPU, &limit);
  alarm(kChildSecondsMax);
  run_body = &body;
  for (run_seed = first; run_seed < last; ++run_seed) {
    run_log.clear();
    run_failed = false;
    RunPlan plan;
    plan.source = scenario.source != nullptr ? scenario.source
                                             : FindStrategy(scenario.strategy);
    plan.start = {.seed = run_seed,
                  .profile = scenario.profile,
                  .options = scenario.options,
                  .choices = scenario.choices.data(),
                  .choice_count = scenario.choices.size()};
    plan.trace = scenario.trace;
    plan.find_races = scenario.find_races;
    plan.body = &RunBody;
    plan.end_run = &EndRun;
    RunOutcome outcome = RunOnce(plan);
    SendOutcome(outcome.verdict, outcome.message, 0, outcome.exit_code);
    if (scheduler.live_threads() != 0) break;
  }
  _exit(0);
}

// ---- In the parent ----

template <typename T>
void ReadVector(ByteReader* in, std::vector<T>* out) {
  uint64_t count = 0;
  std::string_view bytes = in->Array<T>(&count);
  out->resize(count);
  if (count != 0) memcpy(out->data(), bytes.data(), bytes.size());
}

Outcome ReadOutcome(ByteReader* in) {
  Outcome outcome;
  outcome.seed = in->Value<uint64_t>();
  outcome.verdict = in->Value<Verdict>();
  outcome.message = in->Text();
  outcome.pc = in->Value<uint64_t>();
  outcome.exit_code = in->Value<int>();
  outcome.hash = in->Value<uint64_t>();
  outcome.decisions = in->Value<uint64_t>();
  outcome.unusual = in->Value<uint64_t>();
  outcome.steps = in->Value<uint64_t>();
  outcome.accesses = in->Value<uint64_t>();
  outcome.virtual_ns = in->Value<uint64_t>();
  outcome.threads = in->Value<uint32_t>();
  outcome.live_threads = in->Value<uint32_t>();
  outcome.log = in->Text();
  ReadVector(in, &outcome.choices);
  ReadVector(in, &outcome.events);
  ReadVector(in, &outcome.races);
  EXPECT_TRUE(in->ok());
  return outcome;
}

std::string ReadToEnd(int fd) {
  std::string all;
  char buffer[65536];
  ssize_t n;
  while ((n = read(fd, buffer, sizeof buffer)) > 0) {
    all.append(buffer, static_cast<size_t>(n));
  }
  return all;
}

// Adds the outcomes of [first, last), at least the first of them: fewer than
// asked for when a run ends the child.
void RunChild(const Scenario& scenario, uint64_t first, uint64_t last,
              const Body& body, std::vector<Outcome>* outcomes) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  fflush(nullptr);
  pid_t pid = fork();
  ASSERT_GE(pid, 0);
  if (pid == 0) {
    close(fds[0]);
    result_fd = fds[1];
    PerformSeeds(scenario, first, last, body);
  }
  close(fds[1]);
  std::string bytes = ReadToEnd(fds[0]);
  close(fds[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  uint64_t next = first;
  ByteReader in(bytes);
  while (!in.at_end() && in.ok()) {
    ByteReader frame(in.Bytes(in.Value<uint64_t>()));
    outcomes->push_back(ReadOutcome(&frame));
    ++next;
  }
  if (WIFSIGNALED(status) && next < last) {
    Outcome outcome;
    outcome.seed = next;
    outcome.signal = WTERMSIG(status);
    outcomes->push_back(outcome);
  } else {
    ASSERT_EQ(status, 0);
    ASSERT_NE(next, first);
  }
}

std::vector<Outcome> RunBatches(const Scenario& scenario, uint64_t count,
                                uint64_t batch, const Body& body) {
  std::vector<Outcome> outcomes;
  while (outcomes.size() < count && !testing::Test::HasFatalFailure()) {
    uint64_t first = scenario.seed + outcomes.size();
    uint64_t last = std::min(first + batch, scenario.seed + count);
    RunChild(scenario, first, last, body, &outcomes);
  }
  return outcomes;
}

}  // namespace

bool Outcome::SameAs(const Outcome& other) const {
  return seed == other.seed && verdict == other.verdict &&
         signal == other.signal && message == other.message && pc == other.pc &&
         exit_code == other.exit_code && hash == other.hash &&
         decisions == other.decisions && unusual == other.unusual &&
         steps == other.steps && accesses == other.accesses &&
         virtual_ns == other.virtual_ns && threads == other.threads &&
         live_threads == other.live_threads && log == other.log &&
         choices == other.choices && races == other.races;
}

void PrintTo(const Outcome& outcome, std::ostream* out) {
  *out << "seed " << outcome.seed << ": " << VerdictName(outcome.verdict);
  if (outcome.signal != 0) *out << ", killed by signal " << outcome.signal;
  *out << " \"" << outcome.message << "\", hash " << std::hex << outcome.hash
       << std::dec << ", " << outcome.decisions << " decisions, "
       << outcome.unusual << " unusual, " << outcome.steps << " steps, "
       << outcome.accesses << " accesses, " << outcome.virtual_ns
       << " virtual ns, " << outcome.threads << " threads, "
       << outcome.live_threads << " alive, " << outcome.races.size()
       << " races, log: " << outcome.log;
}

std::vector<Outcome> RunSeeds(const Scenario& scenario, uint64_t count,
                              const Body& body) {
  std::vector<Outcome> outcomes = RunBatches(scenario, count, count, body);
  uint64_t other_batch = std::max<uint64_t>(1, count / 3);
  std::vector<Outcome> again = RunBatches(scenario, count, other_batch, body);
  EXPECT_EQ(outcomes.size(), count);
  EXPECT_EQ(again.size(), count);
  size_t common = std::min(outcomes.size(), again.size());
  for (size_t i = 0; i < common; ++i) {
    if (outcomes[i].SameAs(again[i])) continue;
    ADD_FAILURE() << "The same seed twice is not the same run:\n  "
                  << testing::PrintToString(outcomes[i]) << "\n  "
                  << testing::PrintToString(again[i]);
    break;
  }
  outcomes.resize(count);
  return outcomes;
}

Outcome RunScenario(const Scenario& scenario, const Body& body) {
  return RunSeeds(scenario, 1, body)[0];
}

std::vector<Outcome> FailingSeeds(const Scenario& scenario, uint64_t count,
                                  const Body& body) {
  std::vector<Outcome> outcomes = RunSeeds(scenario, count, body);
  std::erase_if(outcomes, [](const Outcome& o) { return o.passed(); });
  return outcomes;
}

void Log(std::string_view text) { run_log << text; }

void Log(int64_t value) { run_log << value << " "; }

void NoteFailure(const char* file, int line, const char* text) {
  const char* name = strrchr(file, '/');
  run_log << (name != nullptr ? name + 1 : file) << ":" << line << ": " << text
          << "\n";
  run_failed = true;
}

}  // namespace detsim::runtime
