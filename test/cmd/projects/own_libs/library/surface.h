// What a threaded library may do. Each function returns "" or what went wrong.
#ifndef DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_SURFACE_H_
#define DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_SURFACE_H_

#include <string>

// locals.cc
std::string ThreadLocals();
std::string ThreadLocalDestructors();
std::string Keys();
std::string ErrorNumbers();
std::string Characters();
std::string LocalsOfPlugin(const char* path);
std::string LoadedAfterThreads(const char* path);

// standard.cc
std::string Exceptions();
std::string FuturesAndOnce();
std::string Atomics();

// posix.cc
std::string ReadWriteLocks();
std::string Semaphores();
std::string BarriersAndSpinLocks();
std::string TimedLocks();
std::string EndsOfThreads();
std::string Identities();
std::string Futexes();
std::string C11Threads();

// times.cc
std::string Clocks();
std::string Sleeps();
std::string TimeStamps();

// random.cc
std::string RandomNumbers();

// processes.cc
std::string ChildProcesses();

#endif  // DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_SURFACE_H_
