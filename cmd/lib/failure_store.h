// Makes a failure that a sweep found into one that can be trusted and kept:
// confirms it, writes its artifact and trace, minimizes it if asked.
#ifndef DETSIM_CMD_LIB_FAILURE_STORE_H_
#define DETSIM_CMD_LIB_FAILURE_STORE_H_

#include <functional>
#include <string>
#include <vector>

#include "cmd/lib/artifact.h"
#include "cmd/lib/failure_reader.h"
#include "cmd/lib/gtest_list.h"
#include "cmd/lib/private_folder.h"
#include "cmd/lib/sweep_report.h"
#include "runtime/explore/executor.h"
#include "runtime/explore/minimize.h"
#include "runtime/explore/sweep.h"

namespace detsim::cmd {

// Where things are, and how lines to paste name them.
struct SweepPlace {
  std::string project;        // Absolute.
  std::string out;            // Absolute.
  std::string build;          // Absolute.
  std::string rewritten;      // Absolute: the launcher's state.
  std::string shown_project;  // As the user wrote it.
  std::string shown_out;      // As the user wrote it; empty: the default.
  BuildSettings settings;

  // Where a test of a program of this project would run natively.
  NativePlace NativePlaceOf(const TestCase& test) const {
    return {project, build, out, test.directory};
  }
};

// "detsim-test --dir=DIR --replay=FILE", quoted for a shell.
std::string ReproduceLine(const SweepPlace& place, const std::string& artifact);

// What `result` left behind: its unfinished threads, what they wait for and
// why nobody will wake them. Empty if every thread ended.
std::vector<std::string> StoryLines(const runtime::RunResult& result,
                                    const ProgramPlaces& places);

// The parts of an artifact that do not depend on how it was found.
struct FailureContext {
  const TestCase* test = nullptr;
  const SweepPlace* place = nullptr;
  const ProgramPlaces* places = nullptr;
  FailureReader* reader = nullptr;
  std::string strategy;
  std::string binary_hash;
  const char* folder = "failures";  // Of artifacts, in the output folder.
  bool minimize = false;
  runtime::Executor* minimizer = nullptr;  // Null: the one that confirms.
  std::function<bool()> stop;              // Ends a minimization early.
};

// `name` is the artifact's file name without its end. Returns the path
// relative to the output folder.
absl::StatusOr<std::string> StoreArtifact(const FailureContext& context,
                                          const runtime::RunRequest& request,
                                          const runtime::RunResult& result,
                                          const std::string& name);

// With a null `executor` the failure is stored as it was found.
FailureReport StoreFailure(const runtime::SweepFailure& failure,
                           const FailureContext& context,
                           runtime::Executor* executor);

// Minimizes what `request` reproduces and stores it as NAME.min.
absl::StatusOr<MinimizedReport> StoreMinimized(
    const FailureContext& context, const runtime::RunRequest& request,
    const runtime::RunResult& result, const std::string& name,
    runtime::Executor* executor);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_FAILURE_STORE_H_
