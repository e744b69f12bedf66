// The worker's private temporary directory.
#ifndef DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_
#define DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_

namespace detsim::runtime {

// Removes all that is in `path`, and makes `path` again if it is no directory
// any more. Never allocates; one system call when nothing has been made there
// since the last call.
void EmptyDirectory(const char* path);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_
