// Writes what the fuzzers start from to a folder: one whole file of each kind,
// of this build's version.
#include <cstdio>
#include <string>

#include "cmd/lib/artifact.h"
#include "cmd/lib/files.h"
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

int WriteSeeds(const std::string& folder) {
  absl::Status status =
      WriteFile(folder + "/trace", runtime::EncodeTrace(MakeTrace()));
  status.Update(
      WriteFile(folder + "/artifact.json", EncodeArtifact(MakeArtifact())));
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
