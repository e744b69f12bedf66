// What detsim-test does, as functions of plain options: a sweep over a
// project's tests, or the replay of one failure.
#ifndef DETSIM_CMD_LIB_TEST_COMMAND_H_
#define DETSIM_CMD_LIB_TEST_COMMAND_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "cmd/lib/baseline.h"
#include "cmd/lib/project.h"
#include "cmd/lib/test_runner.h"

namespace detsim::cmd {

struct TestCommandOptions {
  std::string directory;   // As the user wrote it; may be empty for a replay.
  std::string out;         // As the user wrote it; empty: DIRECTORY/.detsim.
  ProjectOptions project;  // Folders are filled from the two above.
  SweepSettings sweep;
  StrictOptions strict;
  TestSelection selection;
  // Files for the report, by the flag that asks for each (report_formats.h).
  std::map<std::string, std::string> reports;
  bool github_annotations = false;
  std::string suppressions;  // File; empty: none.
  std::string replay;        // An artifact; empty: sweep.
  bool cause = false;        // Of a replay.
  // --trials, if it was given: runs at each point that --cause looks at.
  std::optional<uint32_t> cause_runs;
  bool debug = false;  // The replay, in gdb,
  uint64_t step = 0;   // at this step; 0: at the failure.
  std::string pin;     // An artifact to pin; empty: none.
  std::string verify;  // A pin to look around; empty: none.
};

// Prints what it finds and returns the exit code.
int RunTestCommand(TestCommandOptions options);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TEST_COMMAND_H_
