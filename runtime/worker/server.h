// Serves a tool's requests: forks children that perform the runs, watches them
// and sends what they recorded.
#ifndef DETSIM_RUNTIME_WORKER_SERVER_H_
#define DETSIM_RUNTIME_WORKER_SERVER_H_

#include "runtime/worker/child.h"

namespace detsim::runtime {

// Returns when the tool has closed its end of `fd`.
void Serve(int fd, const Program& program);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_SERVER_H_
