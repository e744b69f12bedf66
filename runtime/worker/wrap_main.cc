// Where a rewritten program starts: in a constructor before its own, and in its
// main, which the linker's --wrap=main brings here. With a tool's socket in the
// environment it becomes a worker; alone it runs once, calmly: nothing unusual
// ever happens, time is virtual.
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/base/check.h"
#include "runtime/base/text.h"
#include "runtime/sched/own_libs.h"
#include "runtime/sched/scheduler.h"
#include "runtime/strategy/strategies.h"
#include "runtime/worker/endings.h"
#include "runtime/worker/private_files.h"
#include "runtime/worker/protocol.h"
#include "runtime/worker/server.h"
#include "runtime/worker/signals.h"
#include "runtime/worker/statics.h"
#include "runtime/worker/time_stamp_counter.h"

// While this is true libstdc++ counts shared_ptr references without atomics,
// and a preemption between load and store would lose one.
extern "C" char __libc_single_threaded;

extern "C" int __real_main(int argc, char** argv, char** environment);

namespace detsim::runtime {
namespace {

// A verdict of a program that runs alone: said like a failed assertion.
void EndAlone(Verdict verdict, const char* message, uintptr_t) {
  fflush(nullptr);
  FixedText<512> text;
  text << "detsim: " << VerdictName(verdict) << ": " << message << "\n";
  [[maybe_unused]] ssize_t ignored =
      write(STDERR_FILENO, text.c_str(), text.size());
  abort();
}

void FaultAlone(int signal, siginfo_t*, void*) {
  InstallDefaultHandler(signal);
  raise(signal);
}

int RunAlone(int argc, char** argv, char** environment) {
  if (own_libs) {
    TrapTimeStampCounter(&FaultAlone);
    pthread_atfork(nullptr, nullptr, &AllowTimeStampCounter);
  }
  RunStart start;
  start.options.steps_max = UINT64_MAX;  // Nobody asked for a limit.
  scheduler.BeginRun(&CalmSource(), start, false, &EndAlone);
  return __real_main(argc, argv, environment);
}

// The folder that the tool started us in is part of a private one.
void WatchPrivateFiles(Program* program) {
  const char* path = getenv(kPrivateFilesVariable);
  if (path == nullptr) return;
  unsetenv(kPrivateFilesVariable);  // The string itself stays.
  static FixedText<PATH_MAX> model;
  static char directory[PATH_MAX];
  model << path << kModelSuffix;
  if (getcwd(directory, sizeof directory) == nullptr) return;
  program->private_files.Watch(path, model.c_str(), directory);
}

// Serves the tool behind `fd_text`; each run is a call of `main`.
[[noreturn]] void ServeTool(const char* fd_text, char* name, MainFunction main,
                            char** environment, uint32_t static_threads) {
  int inherited = atoi(fd_text);
  // A death test that starts the program again must not find a worker.
  unsetenv(kWorkerFdVariable);
  // Out of the way of the numbers that the program under test is given.
  int fd = fcntl(inherited, F_DUPFD_CLOEXEC, 400);
  DETSIM_CHECK(fd >= 0);
  close(inherited);
  Program program;
  program.name = name;
  program.main = main;
  program.environment = environment;
  program.temporary_directory = getenv("TMPDIR");
  program.static_threads = static_threads;
  WatchPrivateFiles(&program);
  Serve(fd, program);
  _exit(0);
}

constinit bool probing = false;

// Before the constructors of the program under test.
__attribute__((constructor(101))) void BeforeEverything(int, char** arguments,
                                                        char** environment) {
  __libc_single_threaded = 0;
  scheduler.Initialize();
  InstallExitHandler();
  const char* fd_text = getenv(kWorkerFdVariable);
  if (fd_text == nullptr) return;
  uint32_t static_threads = CountStaticThreads(&probing);
  if (probing || static_threads == 0) return;
  ServeTool(fd_text, arguments[0],
            MainWithStatics(&BeforeEverything, &__real_main), environment,
            static_threads);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int __wrap_main(
    int argc, char** argv, char** environment) {
  if (probing) EndProbe();
  const char* fd_text = getenv(kWorkerFdVariable);
  if (fd_text == nullptr) return RunAlone(argc, argv, environment);
  ServeTool(fd_text, argv[0], &__real_main, environment, 0);
}

}  // namespace detsim::runtime
