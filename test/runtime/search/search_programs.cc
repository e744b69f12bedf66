#include "test/runtime/search/search_programs.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "runtime/base/prng.h"
#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// What each thread saw, in order; printed at the end.
std::vector<std::string> seen;

void See(int thread, int value) {
  seen[static_cast<size_t>(thread)] += std::to_string(value) + ",";
}

// Runs the bodies side by side, prints what they saw and joins them.
int Together(const std::vector<std::function<void(int)>>& bodies) {
  seen.assign(bodies.size(), "");
  std::vector<Thread> threads;
  threads.reserve(bodies.size());
  for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
    threads.emplace_back([&bodies, i] { bodies[static_cast<size_t>(i)](i); });
  }
  for (Thread& thread : threads) thread.Join();
  for (const std::string& values : seen) printf("%s;", values.c_str());
  return 0;
}

// ---- Independent threads: one class ----

int IndependentWriters(int threads) {
  static int values[8 * 8];
  std::vector<std::function<void(int)>> bodies(
      static_cast<size_t>(threads),
      [](int me) { See(me, AnnouncedAdd(&values[8 * me], 1)); });
  return Together(bodies);
}

// ---- n writers of one object: n! ----

int Writers(int threads) {
  static int value;
  std::vector<std::function<void(int)>> bodies(
      static_cast<size_t>(threads),
      [](int me) { See(me, AnnouncedAdd(&value, 1)); });
  return Together(bodies);
}

// ---- n readers and one writer of one object: 2^n ----

int ReadersAndWriter(int readers) {
  static int value;
  std::vector<std::function<void(int)>> bodies(
      static_cast<size_t>(readers),
      [](int me) { See(me, AnnouncedLoad(&value)); });
  bodies.emplace_back([](int me) { See(me, AnnouncedAdd(&value, 1)); });
  return Together(bodies);
}

// ---- Critical sections ----

struct Guarded {
  detsim_mutex mutex = {};
  int entered = 0;
};

void Enter(Guarded* guarded, int me) {
  Holding hold(&guarded->mutex);
  See(me, guarded->entered++);
}

// Two threads that each enter `times` times: as many as ways to merge them.
int Sections(int threads, int times) {
  static Guarded guarded;
  std::vector<std::function<void(int)>> bodies(static_cast<size_t>(threads),
                                               [times](int me) {
                                                 for (int i = 0; i < times; ++i)
                                                   Enter(&guarded, me);
                                               });
  return Together(bodies);
}

// The micro-test of the benchmarks: lock, plain ++, unlock, fetch_add.
int Micro(int times) {
  static detsim_mutex mutex;
  static int plain;
  static int atomic;
  auto body = [times](int me) {
    for (int i = 0; i < times; ++i) {
      {
        Holding hold(&mutex);
        PlainIncrement(&plain);
      }
      See(me, AnnouncedAdd(&atomic, 1));
    }
  };
  return Together({body, body});
}

// A plain increment without a lock: 6 orders of two loads and two stores, less
// those that differ in the order of the loads alone.
int PlainIncrements() {
  static int plain;
  auto body = [](int me) {
    int old = PlainLoad(&plain);
    See(me, old);
    PlainStore(&plain, old + 1);
  };
  Together({body, body});
  printf("%d", plain);
  return 0;
}

// A local of main, which main uses while others do.
int LocalOfMain() {
  int local = 0;
  Thread other([&] { PlainStore(&local, 1); });
  int first = PlainLoad(&local);
  int second = PlainLoad(&local);
  other.Join();
  printf("%d%d", first, second);
  return 0;
}

int LocksInTwoOrders() {
  static detsim_mutex a;
  static detsim_mutex b;
  return Together({[](int) {
                     Holding one(&a);
                     Holding two(&b);
                   },
                   [](int) {
                     Holding two(&b);
                     Holding one(&a);
                   }});
}

// Waits without a predicate: the notification may come too early.
int LostWakeUp() {
  static detsim_mutex mutex;
  static detsim_cond cond;
  return Together({[](int) {
                     Holding hold(&mutex);
                     Wait(&cond, &mutex);
                   },
                   [](int) { detsim_cond_notify_one(&cond); }});
}

// Two wait, one is woken, and it says which; then it wakes the other.
int WhichWaiter() {
  static detsim_mutex mutex;
  static detsim_cond cond;
  static int waiting;
  static int woken;
  auto waiter = [](int me) {
    Holding hold(&mutex);
    ++waiting;
    Wait(&cond, &mutex);
    See(me, woken++);
    detsim_cond_notify_one(&cond);
  };
  auto notifier = [](int) {
    for (;;) {
      Holding hold(&mutex);
      if (waiting < 2) continue;
      detsim_cond_notify_one(&cond);
      return;
    }
  };
  return Together({waiter, waiter, notifier});
}

// A spin on a flag: what it sees is 0 a few times, then 1.
int SpinsOnFlag() {
  static int flag;
  static int data;
  return Together({[](int me) {
                     SpinOnLoad(&flag);
                     See(me, AnnouncedLoad(&data));
                   },
                   [](int) {
                     AnnouncedAdd(&data, 1);
                     AnnouncedStore(&flag, 1);
                   }});
}

int HandOver() {
  static detsim_semaphore semaphore;
  static detsim_event event;
  static int value;
  return Together({[](int me) {
                     detsim_semaphore_acquire(&semaphore, DETSIM_FOREVER);
                     See(me, AnnouncedAdd(&value, 1));
                     detsim_event_set(&event);
                   },
                   [](int me) {
                     See(me, AnnouncedAdd(&value, 1));
                     detsim_semaphore_release(&semaphore, 1, 10);
                     detsim_event_wait(&event, DETSIM_FOREVER);
                     See(me, AnnouncedLoad(&value));
                   }});
}

// ---- Any program ----

struct RandomObjects {
  Guarded guarded[2];
  Guarded shared;
  int values[2] = {};
  detsim_semaphore semaphore = {};
};

void RandomOperation(Prng* prng, RandomObjects* objects, int me) {
  size_t i = prng->Below(2);
  switch (prng->Below(8)) {
    case 0:
    case 1:
      return See(me, AnnouncedAdd(&objects->values[i], 1));
    case 2:
      return See(me, AnnouncedLoad(&objects->values[i]));
    case 3:
      return Enter(&objects->guarded[i], me);
    case 4: {
      Guarded& guarded = objects->guarded[i];
      bool held = detsim_mutex_trylock(&guarded.mutex, 0) == 0;
      See(me, guarded.entered);
      if (!held) return;
      ++guarded.entered;
      See(me, AnnouncedAdd(&objects->values[1 - i], 1));
      detsim_mutex_unlock(&guarded.mutex);
      return;
    }
    case 5: {
      Holding hold(&objects->guarded[i].mutex);
      See(me, objects->guarded[i].entered++);
      See(me, AnnouncedAdd(&objects->values[i], 1));
      return;
    }
    case 6: {
      Guarded& shared = objects->shared;
      detsim_shared_lock(&shared.mutex);
      See(me, shared.entered);
      See(me, AnnouncedLoad(&objects->values[i]));
      detsim_shared_unlock(&shared.mutex);
      return;
    }
    default: {
      Guarded& shared = objects->shared;
      detsim_mutex_lock(&shared.mutex);
      See(me, shared.entered++);
      detsim_mutex_unlock(&shared.mutex);
      return;
    }
  }
}

int RandomProgram(uint64_t program) {
  static RandomObjects objects;
  int threads = 2 + static_cast<int>(Prng(program, 99).Below(2));
  int operations = threads == 2 ? 3 : 2;
  std::vector<std::function<void(int)>> bodies(
      static_cast<size_t>(threads), [=](int me) {
        Prng prng(program, static_cast<uint64_t>(me));
        for (int i = 0; i < operations; ++i) {
          RandomOperation(&prng, &objects, me);
        }
      });
  return Together(bodies);
}

// ---- Two ways to fail ----

// Fails when the reader sees the second store's absence and the first one's
// effect: with the writer preempted between them, or the reader let in first
// and preempted between its loads.
int StoresOutOfOrder() {
  static int first;
  static int second;
  first = second = 0;
  bool missing = false;
  Together({[](int) {
              PlainStore(&first, 1);
              PlainStore(&second, 1);
            },
            [&missing](int) {
              missing = PlainLoad(&second) == 0;
              missing = PlainLoad(&first) == 1 && missing;
            }});
  return missing ? 1 : 0;
}

struct NamedProgram {
  const char* name;
  int (*body)(int argument);
};

const NamedProgram kPrograms[] = {
    {"independent", &IndependentWriters},
    {"writers", &Writers},
    {"readers_and_writer", &ReadersAndWriter},
    {"sections", [](int times) { return Sections(2, times); }},
    {"three_sections", [](int) { return Sections(3, 1); }},
    {"micro", &Micro},
    {"plain_increments", [](int) { return PlainIncrements(); }},
    {"local_of_main", [](int) { return LocalOfMain(); }},
    {"locks_in_two_orders", [](int) { return LocksInTwoOrders(); }},
    {"lost_wake_up", [](int) { return LostWakeUp(); }},
    {"which_waiter", [](int) { return WhichWaiter(); }},
    {"spins_on_flag", [](int) { return SpinsOnFlag(); }},
    {"stores_out_of_order", [](int) { return StoresOutOfOrder(); }},
    {"hand_over", [](int) { return HandOver(); }},
    {"random",
     [](int number) { return RandomProgram(static_cast<uint64_t>(number)); }},
};

}  // namespace

int SearchProgramMain(int argc, char** argv, char**) {
  for (const NamedProgram& program : kPrograms) {
    if (strcmp(program.name, argv[1]) != 0) continue;
    int code = program.body(atoi(argv[2]));
    return argc > 3 ? 1 : code;
  }
  return 99;
}

}  // namespace detsim::runtime
