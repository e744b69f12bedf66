// The worker's private temporary directory.
#ifndef DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_
#define DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_

namespace detsim::runtime {

// Removes all that is in `path`, not `path` itself; nothing if there is no
// such directory. Never allocates; two system calls when it is empty already.
void EmptyDirectory(const char* path);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_
