#include "test/runtime/worker/programs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/sim.h"

// What instrumented code calls before it writes.
extern "C" void __tsan_write4(void* address);

namespace detsim::runtime {
namespace {

void InAThread(const std::function<void()>& body) {
  Thread thread(body);
  thread.Join();
}

__attribute__((noinline)) void WriteNowhere() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

// Neither a tail call nor, as far as the compiler knows, without end.
int Overflow(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  if (depth < 0) return 0;
  return Overflow(depth + 1) + frame[0];
}

void DivideByZero() {
  volatile int zero = 0;
  volatile int one = 1;
  volatile int result = one / zero;
  (void)result;
}

struct UnknownError {};

void DeadlockOfTwo() {
  detsim_mutex a = {}, b = {};
  Thread one([&] {
    Holding first(&a);
    detsim_yield();
    Holding second(&b);
  });
  detsim_thread_set_name(one.handle(), "one");
  Thread two([&] {
    Holding first(&b);
    detsim_yield();
    Holding second(&a);
  });
  detsim_thread_set_name(two.handle(), "two");
  one.Join();
  two.Join();
}

// Fails under about half of the seeds.
int Race() {
  Atomic shared;
  Thread a([&] { shared.Store(1); });
  int seen = shared.Load();
  a.Join();
  printf("saw %d\n", seen);
  return seen;
}

// Two threads write to one variable, and nothing orders them.
int DataRace() {
  static int variable = 0;
  Thread a([] { __tsan_write4(&variable); });
  Thread b([] { __tsan_write4(&variable); });
  a.Join();
  b.Join();
  return 0;
}

int SomeThreads() {
  Atomic shared;
  auto body = [&] {
    for (int i = 0; i < 5; ++i) shared.FetchAdd(1);
  };
  Thread a(body), b(body), c(body);
  a.Join();
  b.Join();
  c.Join();
  return shared.value() == 15 ? 0 : 1;
}

// What a death test does: a child that is meant to crash.
int ForkedChild() {
  pid_t pid = fork();
  if (pid == 0) {
    printf("in the child\n");
    fflush(stdout);
    abort();
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? 0 : 1;
}

// A child that shares the parent's memory until it ends, unknown to handlers
// of pthread_atfork.
int VforkedChild() {
  pid_t pid = vfork();
  if (pid == 0) _exit(7);
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 7 ? 0 : 1;
}

// One whose child meets a verdict.
int ForkedMisuse() {
  pid_t pid = fork();
  if (pid == 0) {
    detsim_mutex m = {};
    detsim_mutex_unlock(&m);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? 0 : 1;
}

// Waits for another process, which is not simulated, while a thread of its own
// waits for it.
int ReadFromChild() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  pid_t child = fork();
  if (child == 0) {
    poll(nullptr, 0, 100);
    _exit(write(ends[1], "x", 1) == 1 ? 0 : 1);
  }
  detsim_event done = {};
  Thread waits([&] { detsim_event_wait(&done, DETSIM_FOREVER); });
  char c = 0;
  ssize_t got = read(ends[0], &c, 1);
  detsim_event_set(&done);
  waits.Join();
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  return got == 1 && c == 'x' ? 0 : 1;
}

// Nobody will ever write.
int ReadForever() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  Thread other([] { SleepFor(kMs); });
  char c = 0;
  return read(ends[0], &c, 1) == 1 ? 0 : 1;
}

int Stop() { return raise(SIGSTOP); }

// Blocks and ignores all that it can.
int DeafHang() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  for (int i = 1; i < 65; ++i) signal(i, SIG_IGN);
  for (volatile bool always = true; always;) {
  }
  return 0;
}

int EatMemory() {
  constexpr size_t kBytes = 8 << 20;
  for (;;) {
    auto* block = static_cast<volatile char*>(malloc(kBytes));
    for (size_t i = 0; i < kBytes; i += 512) block[i] = 1;
  }
}

int Replaced() { return execl("/bin/true", "true", nullptr); }

// Under about half of the seeds; the others pass.
int HangSometimes() {
  Atomic shared;
  Thread a([&] { shared.Store(1); });
  int seen = shared.Load();
  a.Join();
  for (volatile bool always = seen != 0; always;) {
  }
  return 0;
}

int Print(size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) text += std::to_string(i) + "\n";
  text.resize(bytes);
  fputs(text.c_str(), stdout);
  return 1;
}

// Fails when an earlier run left something in the working directory.
int LeavesFiles() {
  if (mkdir("directory", 0700) != 0) return 1;
  int fd = open("directory/file", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (fd < 0) return 2;
  close(fd);
  return 0;
}

int Arguments(int argc, char** argv, char** environment) {
  std::string text = argv[0];
  for (int i = 1; i < argc; ++i) text += std::string(" ") + argv[i];
  if (argv[argc] != nullptr) text += " no null";
  text += std::string(" ") + environment[0];
  argv[1] = nullptr;  // As a framework that consumes its flags does.
  puts(text.c_str());
  return 0;
}

int NonTerminating() {
  for (volatile bool always = true; always;) {
  }
  return 0;
}

int NonTerminatingStores() {
  volatile int target = 0;
  for (;;) StoreManyTimes(&target, 1'000'000);
}

const struct {
  const char* name;
  int (*body)();
} kPrograms[] = {
    {"pass", [] { return 0; }},
    {"fail", [] { return 5; }},
    {"print", [] { return puts("printed") < 0 ? 1 : 0; }},
    {"print_and_fail",
     [] {
       printf("to stdout ");
       fflush(stdout);
       fprintf(stderr, "to stderr ");
       std::cout << "to cout";
       return 1;
     }},
    {"print_much", [] { return Print(200'000); }},
    {"print_65536", [] { return Print(65'536); }},
    {"segv",
     [] {
       WriteNowhere();
       return 0;
     }},
    {"segv_in_thread",
     [] {
       InAThread(&WriteNowhere);
       return 0;
     }},
    {"overflow", [] { return Overflow(0); }},
    {"overflow_in_thread",
     [] {
       InAThread([] { Overflow(0); });
       return 0;
     }},
    {"fpe",
     [] {
       DivideByZero();
       return 0;
     }},
    {"abort", []() -> int { abort(); }},
    {"print_and_abort",
     []() -> int {
       printf("last words");
       abort();
     }},
    {"kill", [] { return kill(getpid(), SIGKILL); }},
    {"exit_3_in_thread",
     [] {
       InAThread([] { exit(3); });
       return 0;
     }},
    {"exit_0_in_thread",
     [] {
       InAThread([] { exit(0); });
       return 1;
     }},
    {"_exit_0", []() -> int { _exit(0); }},
    {"_exit_4", []() -> int { _exit(4); }},
    {"throw", []() -> int { throw std::runtime_error("thrown by main"); }},
    {"throw_in_thread",
     [] {
       InAThread([] { throw std::runtime_error("thrown by a thread"); });
       return 0;
     }},
    {"throw_int", []() -> int { throw 7; }},
    {"throw_unknown", []() -> int { throw UnknownError(); }},
    {"terminate", []() -> int { std::terminate(); }},
    {"deadlock",
     [] {
       DeadlockOfTwo();
       return 0;
     }},
    {"misuse",
     [] {
       detsim_mutex m = {};
       return detsim_mutex_unlock(&m);
     }},
    {"leak",
     [] {
       Thread a([] { SleepFor(kMs); });
       return 0;
     }},
    {"detached",
     [] {
       Thread a([] { SleepFor(kMs); });
       a.Detach();
       return 0;
     }},
    {"hang", &NonTerminating},
    {"hang_storing", &NonTerminatingStores},
    {"hang_in_thread",
     [] {
       InAThread([] { NonTerminating(); });
       return 0;
     }},
    {"race", &Race},
    {"data_race", &DataRace},
    {"threads", &SomeThreads},
    {"forked_child", &ForkedChild},
    {"forked_misuse", &ForkedMisuse},
    {"vforked_child", &VforkedChild},
    {"leaves_files", &LeavesFiles},
    {"stop", &Stop},
    {"deaf_hang", &DeafHang},
    {"eat_memory", &EatMemory},
    {"replaced", &Replaced},
    {"hang_sometimes", &HangSometimes},
    {"read_from_child", &ReadFromChild},
    {"read_forever", &ReadForever},
};

}  // namespace

int ProgramMain(int argc, char** argv, char** environment) {
  if (argc > 2) return Arguments(argc, argv, environment);
  for (const auto& program : kPrograms) {
    if (strcmp(program.name, argv[1]) == 0) return program.body();
  }
  return 99;
}

}  // namespace detsim::runtime
