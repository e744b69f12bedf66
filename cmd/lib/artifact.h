// A failure on disk: everything that is needed to see it again, as JSON that a
// person can read, and its trace beside it.
#ifndef DETSIM_CMD_LIB_ARTIFACT_H_
#define DETSIM_CMD_LIB_ARTIFACT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cmd/lib/build_settings.h"
#include "cmd/lib/failure_reader.h"
#include "runtime/explore/failure_identity.h"
#include "runtime/trace/run_result.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

inline constexpr int kArtifactVersion = 1;

struct ArtifactThread {
  std::string path;
  std::string name;
  std::string spawned;  // "src/pool.cc:12"; empty for main.
};

struct Artifact {
  std::string test;
  std::string program;      // Target.
  std::string binary;       // Relative to the build folder.
  std::string binary_hash;  // Of its content.
  std::string project;
  BuildSettings build;
  runtime::FailureIdentity identity;
  std::string message;
  std::string location;
  uint64_t seed = 0;
  std::string strategy;  // That found it.
  // Reproduces it. "replay" with choices, or for carried state the batch.
  runtime::RunRequest request;
  std::vector<ArtifactThread> threads;
  runtime::RunSummary summary;
  std::string reproduce;   // The line to paste.
  std::string trace_file;  // Name of a file beside it; empty if none.

  bool carried_state() const { return request.count > 1; }
};

// "QueueTest.Drains-deadlock-5f2a1c90d7e3": a file name without its end.
std::string ArtifactName(const runtime::FailureIdentity& identity);

// Writes `path` and, if there is a `trace`, the trace file beside it.
absl::Status WriteArtifact(const std::string& path, Artifact artifact,
                           const runtime::Trace* trace);

// InvalidArgument, in one line, for a file that is cut off or not ours.
absl::StatusOr<Artifact> ReadArtifact(const std::string& path);

// The two directions, without files.
std::string EncodeArtifact(const Artifact& artifact);
absl::StatusOr<Artifact> DecodeArtifact(const std::string& text);

// The key of a thread from its path ("0.2.0"); 0 if it is not a path.
runtime::ThreadKey KeyOfPath(const std::string& path);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_ARTIFACT_H_
