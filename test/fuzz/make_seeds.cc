// Writes what the fuzzers start from to a folder: one whole file of each kind,
// of this build's version.
#include <cstdio>
#include <string>

#include "cmd/lib/artifact.h"
#include "cmd/lib/files.h"
#include "cmd/lib/pins/pin.h"
#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

runtime::Trace MakeTrace() {
  runtime::Trace trace = SampleTrace("/p");
  runtime::TraceEvent load;
  load.kind = runtime::OperationKind::kAtomicLoad;
  load.object = 3;
  load.read = 1;
  load.value_flags = runtime::kValueRead | 2 << runtime::kValueSizeShift;
  trace.events.push_back(load);
  trace.able_changes = {{1, 1, 1}, {6, 1, 0}};
  return trace;
}

Artifact MakeArtifact() {
  Artifact artifact;
  artifact.test = "QueueTest.Drains";
  artifact.program = "queue_test";
  artifact.project = "/p";
  artifact.identity = {.kind = runtime::Verdict::kDeadlock,
                       .test = artifact.test,
                       .place = "wait src/queue.cc:23"};
  artifact.message = "no thread can go on";
  artifact.strategy = "random";
  artifact.request.strategy = "replay";
  artifact.request.scripts.resize(1);
  artifact.request.scripts[0].threads = {7};
  artifact.request.find_races_every = 1;
  artifact.request.race_watches = {{.pc = 1, .address = 2}};
  artifact.request.profile.steps = 100;
  artifact.threads = {{"0", "", ""}, {"0.0", "worker", "src/queue.cc:12"}};
  artifact.request.choices = {
      {{.thread = runtime::kMainThreadKey, .operation = 4}, KeyOfPath("0.0")},
      {{.thread = KeyOfPath("0.0"), .stream = runtime::Stream::kTime}, 1}};
  return artifact;
}

Pin MakePin() {
  using runtime::DecisionEntry;
  using runtime::OperationKind;
  Pin pin;
  pin.title = "QueueTest.Drains: deadlock at src/queue.cc:41";
  pin.program = "queue_test";
  pin.test = "QueueTest.Drains";
  pin.failure = {runtime::Verdict::kDeadlock, "src/queue.cc, Queue::Pop",
                 "no thread can go on"};
  pin.options.stall_ns_max = 7;
  pin.threads = {{"T1", "main", "Pool::Pool", 1}, {"T2", "T1", "", 11}};
  pin.choices = {{.thread = "T1",
                  .operation = {OperationKind::kWait, 2, 1, "Queue::Pop"},
                  .runs = "main",
                  .remark = "src/queue.cc:41: ready_.wait(lock);"},
                 {.thread = "T2",
                  .stream = runtime::Stream::kAccess,
                  .operation = {OperationKind::kLock, 1, 1, "Add"},
                  .access = {12, true, "Count", "total_ = total_ + 1;"},
                  .runs = "T1"},
                 {.thread = "main",
                  .stream = runtime::Stream::kWake,
                  .moment = DecisionEntry::kDuring,
                  .again = 2,
                  .operation = {OperationKind::kNotifyOne, 21, 2, "f"},
                  .value = 1}};
  return pin;
}

int WriteSeeds(const std::string& folder) {
  absl::Status status =
      WriteFile(folder + "/trace", runtime::EncodeTrace(MakeTrace()));
  status.Update(
      WriteFile(folder + "/artifact.json", EncodeArtifact(MakeArtifact())));
  status.Update(WriteFile(folder + "/queue.pin", PinText(MakePin())));
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return 1;
}

}  // namespace
}  // namespace detsim::cmd

int main(int count, char** words) {
  if (count != 2) return 2;
  return detsim::cmd::WriteSeeds(words[1]);
}
