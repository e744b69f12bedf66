// Code compiled as a program under test is (-fsanitize=thread code generation,
// -femulated-tls): its plain accesses are preemption points and its stores are
// signs of progress. Nothing of std:: here: a template that the runtime uses
// too would be linked once, instrumented.
#ifndef DETSIM_TEST_RUNTIME_MEMORY_INSTRUMENTED_H_
#define DETSIM_TEST_RUNTIME_MEMORY_INSTRUMENTED_H_

#include <stdint.h>

#include "runtime/include/detsim/abi.h"

namespace detsim::runtime {

// ---- Plain accesses ----

void PlainIncrement(int* counter);
int PlainLoad(const int* from);
void PlainStore(int* to, int value);
// `times` loads and nothing else.
int LoadManyTimes(const volatile int* from, uint64_t times);
// `times` stores.
void StoreManyTimes(volatile int* to, uint64_t times);
// memcpy, memset and a vptr: the hooks that are functions of their own.
int UseMemoryFunctions(char* to, const char* from, unsigned size);

// ---- Atomics ----

// As a shim makes them: announced, then performed.
int AnnouncedLoad(int* from);
void AnnouncedStore(int* to, int value);
int AnnouncedAdd(int* to, int value);
bool AnnouncedCompareExchange(int* to, int expected, int value);
void AnnouncedPointerStore(int** to, int* value);
// As in code that is not rewritten.
int UnannouncedLoad(const int* from);
// __atomic builtins of every kind, not announced. Returns 0 when each had its
// meaning.
int TryEveryBuiltin();

// ---- Waiting without blocking: each returns when *flag is not 0 ----

void SpinOnLoad(int* flag);
void SpinOnExchange(int* flag);
void SpinOnVolatile(int* flag);
void SpinOnYield(int* flag);
void SpinOnClock(int* flag);
void SpinOnFence(int* flag);
// Tries to lock `m`, which somebody holds until *flag is set.
void SpinOnTryLock(detsim_mutex* m);
void SpinOnSleep(int* flag);

// Sleeps `period_ns` again and again, without any other effect.
[[noreturn]] void TickForever(uint64_t period_ns);
// The same, counting.
[[noreturn]] void TickAndCount(uint64_t period_ns, int* count);

// ---- thread_local ----

struct alignas(64) OverAligned {
  char bytes[64];
};
int* ThreadLocalCounter();          // 0 at first
int* ThreadLocalInitialised();      // 42 at first
OverAligned* ThreadLocalAligned();  // all 7
// A thread_local with constructor and destructor; both call `note` with 'c'
// and 'd'. The address of its value, 5 at first.
int* ThreadLocalObject(void (*note)(char));

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_MEMORY_INSTRUMENTED_H_
