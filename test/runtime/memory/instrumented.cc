#include "test/runtime/memory/instrumented.h"

#include <string.h>

namespace detsim::runtime {

void PlainIncrement(int* counter) { ++*counter; }

int PlainLoad(const int* from) { return *from; }

void PlainStore(int* to, int value) { *to = value; }

int LoadManyTimes(const volatile int* from, uint64_t times) {
  int sum = 0;
  for (uint64_t i = 0; i < times; ++i) sum += *from;
  return sum;
}

void StoreManyTimes(volatile int* to, uint64_t times) {
  for (uint64_t i = 0; i < times; ++i) *to = static_cast<int>(i);
}

namespace {

struct Base {
  virtual int Value() const { return 1; }
  virtual ~Base() {}
};
struct Derived : Base {
  int Value() const override { return 2; }
};

}  // namespace

int UseMemoryFunctions(char* to, const char* from, unsigned size) {
  memset(to, 'x', size);
  memcpy(to, from, size);
  memmove(to + 1, to, size - 1);
  Derived derived;
  const Base* volatile base = &derived;
  return base->Value();
}

int AnnouncedLoad(int* from) {
  detsim_atomic(DETSIM_ATOMIC_LOAD, from);
  return __atomic_load_n(from, __ATOMIC_SEQ_CST);
}

void AnnouncedStore(int* to, int value) {
  detsim_atomic(DETSIM_ATOMIC_STORE, to);
  __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}

int UnannouncedLoad(const int* from) {
  return __atomic_load_n(from, __ATOMIC_SEQ_CST);
}

int AnnouncedAdd(int* to, int value) {
  detsim_atomic(DETSIM_ATOMIC_RMW, to);
  return __atomic_fetch_add(to, value, __ATOMIC_SEQ_CST);
}
bool AnnouncedCompareExchange(int* to, int expected, int value) {
  detsim_atomic(DETSIM_ATOMIC_RMW, to);
  return __atomic_compare_exchange_n(to, &expected, value, false,
                                     __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
void AnnouncedPointerStore(int** to, int* value) {
  detsim_atomic(DETSIM_ATOMIC_STORE, to);
  __atomic_store_n(to, value, __ATOMIC_SEQ_CST);
}

namespace {

// Number of operations of one width that had another result than they should.
template <typename T>
int WrongBuiltins() {
  T value = 12;
  T expected = 1;
  int wrong = 0;
  wrong += __atomic_load_n(&value, __ATOMIC_ACQUIRE) != 12;
  __atomic_store_n(&value, T{10}, __ATOMIC_RELEASE);
  wrong += __atomic_exchange_n(&value, T{6}, __ATOMIC_ACQ_REL) != 10;
  wrong += __atomic_fetch_add(&value, T{4}, __ATOMIC_RELAXED) != 6;
  wrong += __atomic_fetch_sub(&value, T{1}, __ATOMIC_RELAXED) != 10;
  wrong += __atomic_fetch_and(&value, T{5}, __ATOMIC_RELAXED) != 9;
  wrong += __atomic_fetch_or(&value, T{6}, __ATOMIC_RELAXED) != 1;
  wrong += __atomic_fetch_xor(&value, T{2}, __ATOMIC_RELAXED) != 7;
  wrong += __atomic_fetch_nand(&value, T{4}, __ATOMIC_RELAXED) != 5;
  wrong += value != static_cast<T>(~T{4});
  __atomic_store_n(&value, T{3}, __ATOMIC_RELEASE);
  wrong += __atomic_compare_exchange_n(&value, &expected, T{9}, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  wrong += expected != 3;
  wrong += !__atomic_compare_exchange_n(&value, &expected, T{9}, true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  wrong += value != 9;
  return wrong;
}

}  // namespace

int TryEveryBuiltin() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return WrongBuiltins<uint8_t>() + WrongBuiltins<uint16_t>() +
         WrongBuiltins<uint32_t>() + WrongBuiltins<uint64_t>();
}

void SpinOnLoad(int* flag) {
  while (AnnouncedLoad(flag) == 0) {
  }
}

void SpinOnExchange(int* flag) {
  for (;;) {
    detsim_atomic(DETSIM_ATOMIC_RMW, flag);
    if (__atomic_fetch_or(flag, 0, __ATOMIC_SEQ_CST) != 0) return;
  }
}

void SpinOnVolatile(int* flag) {
  volatile int* watched = flag;
  while (*watched == 0) {
  }
}

void SpinOnYield(int* flag) {
  volatile int* watched = flag;
  while (*watched == 0) detsim_yield();
}

void SpinOnClock(int* flag) {
  volatile int* watched = flag;
  while (*watched == 0) detsim_now(DETSIM_CLOCK_STEADY);
}

void SpinOnFence(int* flag) {
  volatile int* watched = flag;
  while (*watched == 0) {
    detsim_atomic(DETSIM_ATOMIC_FENCE, nullptr);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
}

void SpinOnTryLock(detsim_mutex* m) {
  while (detsim_mutex_trylock(m, 1) != 0) {
  }
  detsim_mutex_unlock(m);
}

void SpinOnSleep(int* flag) {
  volatile int* watched = flag;
  while (*watched == 0) {
    detsim_sleep_until(detsim_now(DETSIM_CLOCK_STEADY) + 1000);
  }
}

void TickForever(uint64_t period_ns) {
  for (;;) detsim_sleep_until(detsim_now(DETSIM_CLOCK_STEADY) + period_ns);
}

void TickAndCount(uint64_t period_ns, int* count) {
  for (;;) {
    detsim_sleep_until(detsim_now(DETSIM_CLOCK_STEADY) + period_ns);
    ++*count;
  }
}

namespace {

thread_local int counter;
thread_local int initialised = 42;
thread_local OverAligned aligned = {
    {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
     7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
     7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}};

struct Noted {
  explicit Noted(void (*note)(char)) : note(note) { note('c'); }
  ~Noted() {
    note('d');
    value = -1;
  }
  void (*note)(char);
  int value = 5;
};

}  // namespace

int* ThreadLocalCounter() { return &counter; }

int* ThreadLocalInitialised() { return &initialised; }

OverAligned* ThreadLocalAligned() { return &aligned; }

int* ThreadLocalObject(void (*note)(char)) {
  thread_local Noted noted(note);
  return &noted.value;
}

}  // namespace detsim::runtime
