// What every command needs that runs a stored failure again: the project built
// as it was then, and the test.
#ifndef DETSIM_CMD_LIB_REPLAY_SESSION_H_
#define DETSIM_CMD_LIB_REPLAY_SESSION_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "cmd/lib/artifact.h"
#include "cmd/lib/failure_store.h"
#include "cmd/lib/progress.h"
#include "cmd/lib/project.h"
#include "cmd/lib/test_command.h"

namespace detsim::cmd {

struct ReplaySession {
  Artifact artifact;
  std::string path;  // Of the artifact.
  std::optional<Project> project;
  TestCase test;
  SweepPlace place;
  Symbolizer symbolizer;
  ProgramPlaces places;  // Its modules are known once a worker has started.
  std::string binary_hash;
};

// Reads options->replay and builds. Fills what the options leave open.
absl::Status PrepareReplay(TestCommandOptions* options, ReplaySession* session,
                           Progress* progress);

// GoogleTest passes when no test has the name that it is asked for: an error
// then.
absl::Status CheckTestExists(const ReplaySession& session);

// Where things are in `project`, and how `options` name them.
SweepPlace PlaceOf(const Project& project, const TestCommandOptions& options);

// Fills the folders of options->project from those that the user named.
void FillFolders(TestCommandOptions* options);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPLAY_SESSION_H_
