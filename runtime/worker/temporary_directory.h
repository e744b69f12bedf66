// The worker's private temporary directory, and the removal of folders that it
// shares with private_files.h.
#ifndef DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_
#define DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_

namespace detsim::runtime {

// Removes all that is in `path`, and makes `path` again if it is no directory
// any more. Never allocates; one system call when nothing has been made there
// since the last call.
void EmptyDirectory(const char* path);

// Removes all that is in the directory `fd`. Never allocates.
void RemoveEntries(int fd);

// Removes an entry of the directory `fd` with all that is in it; links are not
// followed. False if it is still there. Never allocates.
bool RemoveEntry(int fd, const char* name);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_TEMPORARY_DIRECTORY_H_
