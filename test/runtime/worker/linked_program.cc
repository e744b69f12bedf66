// A program as the launcher leaves one: rewritten (here by hand), compiled for
// the runtime and linked with it. main() does what argv[1] says.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/include/detsim/abi.h"

extern "C" char __libc_single_threaded;

namespace {

struct Shared {
  int counter = 0;
  std::shared_ptr<int> pointer = std::make_shared<int>(0);
};

void Increment(void* shared) { ++static_cast<Shared*>(shared)->counter; }

// A lost update on a plain int.
int Race() {
  Shared shared;
  detsim_thread* a = detsim_thread_create(&Increment, &shared);
  detsim_thread* b = detsim_thread_create(&Increment, &shared);
  detsim_thread_join(a);
  detsim_thread_join(b);
  return shared.counter == 2 ? 0 : 1;
}

void CopyPointer(void* shared) {
  for (int i = 0; i < 3; ++i) {
    std::shared_ptr<int> copy = static_cast<Shared*>(shared)->pointer;
  }
}

// Reference counts are atomic: no schedule may lose one.
int ReferenceCounts() {
  Shared shared;
  detsim_thread* a = detsim_thread_create(&CopyPointer, &shared);
  detsim_thread* b = detsim_thread_create(&CopyPointer, &shared);
  detsim_thread_join(a);
  detsim_thread_join(b);
  if (__libc_single_threaded != 0) return 2;
  return shared.pointer.use_count() == 1 ? 0 : 1;
}

thread_local std::vector<int> numbers;

void UseNumbers(void* failed) {
  if (!numbers.empty()) *static_cast<bool*>(failed) = true;
  for (int i = 0; i < 100; ++i) numbers.push_back(i);
}

int ThreadLocals() {
  bool failed = false;
  UseNumbers(&failed);
  detsim_thread* a = detsim_thread_create(&UseNumbers, &failed);
  detsim_thread_join(a);
  return failed ? 1 : 0;
}

int Once() {
  std::once_flag once;
  int runs = 0;
  for (int i = 0; i < 2; ++i) std::call_once(once, [&] { ++runs; });
  return runs == 1 ? 0 : 1;
}

int Misuse() {
  detsim_mutex m = {};
  return detsim_mutex_unlock(&m);
}

// More operations than a run may have by default.
int ManySteps() {
  int shared = 0;
  for (int i = 0; i < 101'000'000; ++i) {
    detsim_atomic(DETSIM_ATOMIC_RMW, &shared);
    __atomic_fetch_add(&shared, 1, __ATOMIC_SEQ_CST);
  }
  return shared == 101'000'000 ? 0 : 1;
}

void Forever(void*) {
  detsim_event never = {};
  detsim_event_wait(&never, DETSIM_FOREVER);
}

// A thread that lives before main, as static initialisers make them.
struct StaticThread {
  StaticThread() {
    if (getenv("STATIC_THREAD") == nullptr) return;
    detsim_thread_detach(detsim_thread_create(&Forever, nullptr));
  }
} static_thread;

}  // namespace

int main(int argc, char** argv) {
  std::string name = argc > 1 ? argv[1] : "";
  if (name == "pass") return puts("passed") < 0 ? 1 : 0;
  if (name == "fail") return 3;
  if (name == "time") return printf("%ld\n", time(nullptr)) < 0 ? 1 : 0;
  if (name == "variable") return getenv("DETSIM_WORKER_FD") != nullptr ? 1 : 0;
  if (name == "race") return Race();
  if (name == "reference_counts") return ReferenceCounts();
  if (name == "thread_locals") return ThreadLocals();
  if (name == "once") return Once();
  if (name == "misuse") return Misuse();
  if (name == "many_steps") return ManySteps();
  if (name == "exit") exit(5);
  return 99;
}
