// All that a worker's tests started, wherever it went: a test may leave
// processes behind, in sessions and groups of their own.
#ifndef DETSIM_CMD_LIB_PROCESS_TREE_H_
#define DETSIM_CMD_LIB_PROCESS_TREE_H_

#include <sys/types.h>

#include <string>

namespace detsim::cmd {

// Kills every descendant of `root` and every process in whose environment
// `variable` ("NAME=value") stands, then `root` itself. For `root` as 0 or less
// only those with the variable: a worker that is gone has no descendants any
// more, but what it started keeps its environment. Does not reap `root`.
void KillProcessTree(pid_t root, const std::string& variable);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PROCESS_TREE_H_
