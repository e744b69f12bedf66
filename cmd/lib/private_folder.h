// The folder that a worker runs its tests in: looks like the one that they
// would run in natively, and is the worker's own. The worker puts it back
// before every run (runtime/worker/private_files.h).
#ifndef DETSIM_CMD_LIB_PRIVATE_FOLDER_H_
#define DETSIM_CMD_LIB_PRIVATE_FOLDER_H_

#include <string>

#include "absl/status/statusor.h"

namespace detsim::cmd {

// Where a test program would run natively. Absolute paths.
struct NativePlace {
  std::string project;
  std::string build;
  std::string out;        // Never visible: it holds the private folders.
  std::string directory;  // The working directory.
};

// Makes `root` and its model anew and returns the folder to start in. It holds
// what `place.directory` holds: small files and small folders are copies, the
// rest are links. The folders above it, up to the project's, are there as well,
// made of links; a build folder is seen as PROJECT/build.
absl::StatusOr<std::string> MakePrivateFolder(const NativePlace& place,
                                              const std::string& root);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PRIVATE_FOLDER_H_
