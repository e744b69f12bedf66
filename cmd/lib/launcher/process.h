// Running the real compiler.
#ifndef DETSIM_CMD_LIB_LAUNCHER_PROCESS_H_
#define DETSIM_CMD_LIB_LAUNCHER_PROCESS_H_

#include <string>
#include <vector>

namespace detsim::launcher {

// The current directory, without links. The compiler is told so too, in $PWD:
// it would name relative files below a PWD that leads here through a link
// (Bazel's is /proc/self/cwd), and the rewritten texts are below this one.
std::string SettleDirectory();

// Becomes the program. Returns only if it cannot be started: 127, after a
// line on stderr.
int ReplaceProcess(const std::vector<std::string>& words);

// Runs it to its end, sharing our standard streams: its exit code, 128 + N
// after signal N, 127 if it cannot be started.
int RunProcess(const std::vector<std::string>& words);

struct ProcessOutcome {
  int exit_code = 0;   // as RunProcess
  std::string errors;  // what it wrote to stderr
};

// RunProcess with the standard error stream held back.
ProcessOutcome RunProcessQuietly(const std::vector<std::string>& words);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_PROCESS_H_
