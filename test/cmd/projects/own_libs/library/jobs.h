// A pool of threads in a library that is not built from source.
#ifndef DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_JOBS_H_
#define DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_JOBS_H_

// Adds 1 to `jobs` on `workers` threads. With `mend` false, whoever closes the
// queue does so without its lock: a worker that is about to wait misses it.
int SumOfJobs(int workers, int jobs, bool mend);

#endif  // DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_JOBS_H_
