// pthread locks as seen by code that is not rewritten (GoogleTest, libstdc++):
// defined in the executable, so that precompiled code binds to them. A real
// lock held over a preemption would hang the only OS thread. They block in
// simulation and announce nothing; the simulated mutex lives in place.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include <cstring>

#include "runtime/sched/abi_support.h"
#include "runtime/sched/library.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

static_assert(sizeof(detsim_mutex) == sizeof(pthread_mutex_t));
static_assert(offsetof(detsim_mutex, kind) ==
              offsetof(pthread_mutex_t, __data.__kind));
static_assert(sizeof(detsim_mutex) <= sizeof(pthread_rwlock_t));

detsim_mutex* AsMutex(pthread_mutex_t* m) {
  return reinterpret_cast<detsim_mutex*>(m);
}
detsim_mutex* AsMutex(pthread_rwlock_t* m) {
  return reinterpret_cast<detsim_mutex*>(m);
}

void SetPending(OperationKind kind, const volatile void* object, uintptr_t pc) {
  scheduler.Initialize();
  scheduler.current()->pending = {.kind = kind, .object = object, .pc = pc};
}

int Lock(detsim_mutex* m, uintptr_t pc, Instant deadline = kForever) {
  scheduler.Initialize();
  Task* me = scheduler.current();
  if (m->owner == me) {
    if ((m->kind & 3) == DETSIM_MUTEX_RECURSIVE) {
      ++m->depth;
      return 0;
    }
    if ((m->kind & 3) == DETSIM_MUTEX_ERRORCHECK) return EDEADLK;
    Misuse("a thread locks a mutex that it holds already", pc);
  }
  while (m->owner != nullptr || m->readers != 0) {
    SetPending(OperationKind::kLibraryLock, m, pc);
    if (scheduler.Block(&m->waiters, deadline) &&
        (m->owner != nullptr || m->readers != 0)) {
      return ETIMEDOUT;
    }
  }
  m->owner = me;
  m->depth = 1;
  NoteExclusive(m);
  scheduler.Touch(TouchMode::kAcquire, m);
  return 0;
}

int LockShared(detsim_mutex* m, uintptr_t pc, Instant deadline = kForever) {
  scheduler.Initialize();
  if (m->owner == scheduler.current()) return EDEADLK;
  while (m->owner != nullptr) {
    SetPending(OperationKind::kLibraryLock, m, pc);
    if (scheduler.Block(&m->waiters, deadline) && m->owner != nullptr) {
      return ETIMEDOUT;
    }
  }
  ++m->readers;
  NoteShared(m);
  scheduler.Touch(TouchMode::kAcquireShared, m);
  return 0;
}

int Wait(detsim_cond* c, detsim_mutex* m, uintptr_t pc, Instant deadline) {
  uint32_t depth = m->depth;
  SetPending(OperationKind::kLibraryWait, c, pc);
  scheduler.Touch(TouchMode::kRead, c);
  ReleaseMutex(m);
  bool timed_out = scheduler.Block(&c->waiters, deadline);
  ReacquireMutex(m, depth);
  return timed_out ? ETIMEDOUT : 0;
}

Instant SystemDeadline(const timespec* t) {
  uint64_t ns = static_cast<uint64_t>(t->tv_sec) * 1'000'000'000 +
                static_cast<uint64_t>(t->tv_nsec);
  return Instant{ns > kSystemClockOffsetNs ? ns - kSystemClockOffsetNs : 0};
}

Instant SteadyDeadline(const timespec* t) {
  return Instant{static_cast<uint64_t>(t->tv_sec) * 1'000'000'000 +
                 static_cast<uint64_t>(t->tv_nsec)};
}

Instant Deadline(clockid_t clock, const timespec* t) {
  return clock == CLOCK_REALTIME ? SystemDeadline(t) : SteadyDeadline(t);
}

// What a pthread_cond_t holds; all-zero is ready.
struct LibraryCond {
  detsim_cond cond;
  clockid_t clock;  // Of pthread_cond_timedwait; CLOCK_REALTIME is 0.
};
static_assert(sizeof(LibraryCond) <= sizeof(pthread_cond_t));
static_assert(CLOCK_REALTIME == 0);

LibraryCond* AsLibraryCond(pthread_cond_t* c) {
  return reinterpret_cast<LibraryCond*>(c);
}

// A thread started by code that is not rewritten. It runs on a fiber like any
// other, but that code may keep thread-locals that fibers share.
struct LibraryThread {
  void* (*function)(void*);
  void* argument;
};

void RunLibraryThread(void* argument) {
  LibraryThread thread = *static_cast<LibraryThread*>(argument);
  free(argument);
  // Kept for pthread_join.
  scheduler.current()->argument = thread.function(thread.argument);
}

}  // namespace

extern "C" {

DETSIM_ABI int pthread_mutex_lock(pthread_mutex_t* m) noexcept {
  return Lock(AsMutex(m), DETSIM_CALLER);
}

DETSIM_ABI int pthread_mutex_trylock(pthread_mutex_t* p) noexcept {
  detsim_mutex* m = AsMutex(p);
  bool free = m->owner == nullptr && m->readers == 0;
  bool again = m->owner == scheduler.current() &&
               (m->kind & 3) == DETSIM_MUTEX_RECURSIVE;
  return free || again ? Lock(m, DETSIM_CALLER) : EBUSY;
}

DETSIM_ABI int pthread_mutex_timedlock(pthread_mutex_t* m,
                                       const timespec* deadline) noexcept {
  return Lock(AsMutex(m), DETSIM_CALLER, SystemDeadline(deadline));
}

DETSIM_ABI int pthread_mutex_clocklock(pthread_mutex_t* m, clockid_t clock,
                                       const timespec* deadline) noexcept {
  return Lock(AsMutex(m), DETSIM_CALLER, Deadline(clock, deadline));
}

DETSIM_ABI int pthread_mutex_unlock(pthread_mutex_t* p) noexcept {
  detsim_mutex* m = AsMutex(p);
  bool checks = (m->kind & 3) == DETSIM_MUTEX_ERRORCHECK ||
                (m->kind & 3) == DETSIM_MUTEX_RECURSIVE;
  if (checks && m->owner != scheduler.current()) return EPERM;
  if (m->depth > 1) {
    --m->depth;
  } else {
    ReleaseMutex(m);
  }
  return 0;
}

DETSIM_ABI int pthread_mutex_init(pthread_mutex_t* p,
                                  const pthread_mutexattr_t* a) noexcept {
  memset(p, 0, sizeof *p);
  int type = PTHREAD_MUTEX_NORMAL;
  if (a != nullptr) pthread_mutexattr_gettype(a, &type);
  AsMutex(p)->kind = type;
  return 0;
}

DETSIM_ABI int pthread_mutex_destroy(pthread_mutex_t*) noexcept { return 0; }

DETSIM_ABI int pthread_rwlock_rdlock(pthread_rwlock_t* m) noexcept {
  return LockShared(AsMutex(m), DETSIM_CALLER);
}

DETSIM_ABI int pthread_rwlock_tryrdlock(pthread_rwlock_t* m) noexcept {
  if (AsMutex(m)->owner != nullptr) return EBUSY;
  return LockShared(AsMutex(m), DETSIM_CALLER);
}

DETSIM_ABI int pthread_rwlock_timedrdlock(pthread_rwlock_t* m,
                                          const timespec* deadline) noexcept {
  return LockShared(AsMutex(m), DETSIM_CALLER, SystemDeadline(deadline));
}

DETSIM_ABI int pthread_rwlock_clockrdlock(pthread_rwlock_t* m, clockid_t clock,
                                          const timespec* deadline) noexcept {
  return LockShared(AsMutex(m), DETSIM_CALLER, Deadline(clock, deadline));
}

DETSIM_ABI int pthread_rwlock_wrlock(pthread_rwlock_t* m) noexcept {
  return Lock(AsMutex(m), DETSIM_CALLER);
}

DETSIM_ABI int pthread_rwlock_trywrlock(pthread_rwlock_t* p) noexcept {
  detsim_mutex* m = AsMutex(p);
  if (m->owner != nullptr || m->readers != 0) return EBUSY;
  return Lock(m, DETSIM_CALLER);
}

DETSIM_ABI int pthread_rwlock_timedwrlock(pthread_rwlock_t* m,
                                          const timespec* deadline) noexcept {
  return Lock(AsMutex(m), DETSIM_CALLER, SystemDeadline(deadline));
}

DETSIM_ABI int pthread_rwlock_clockwrlock(pthread_rwlock_t* m, clockid_t clock,
                                          const timespec* deadline) noexcept {
  return Lock(AsMutex(m), DETSIM_CALLER, Deadline(clock, deadline));
}

DETSIM_ABI int pthread_rwlock_unlock(pthread_rwlock_t* p) noexcept {
  detsim_mutex* m = AsMutex(p);
  if (m->owner != nullptr) {
    ReleaseMutex(m);
  } else if (m->readers != 0) {
    scheduler.Touch(TouchMode::kReleaseShared, m);
    ReleaseShared(m);
  }
  return 0;
}

DETSIM_ABI int pthread_cond_init(pthread_cond_t* c,
                                 const pthread_condattr_t* a) noexcept {
  memset(c, 0, sizeof *c);
  if (a != nullptr) pthread_condattr_getclock(a, &AsLibraryCond(c)->clock);
  return 0;
}

DETSIM_ABI int pthread_cond_destroy(pthread_cond_t*) noexcept { return 0; }

DETSIM_ABI int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  return Wait(&AsLibraryCond(c)->cond, AsMutex(m), DETSIM_CALLER, kForever);
}

DETSIM_ABI int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m,
                                      const timespec* deadline) {
  return Wait(&AsLibraryCond(c)->cond, AsMutex(m), DETSIM_CALLER,
              Deadline(AsLibraryCond(c)->clock, deadline));
}

DETSIM_ABI int pthread_cond_clockwait(pthread_cond_t* c, pthread_mutex_t* m,
                                      clockid_t clock,
                                      const timespec* deadline) {
  return Wait(&AsLibraryCond(c)->cond, AsMutex(m), DETSIM_CALLER,
              Deadline(clock, deadline));
}

DETSIM_ABI int pthread_cond_signal(pthread_cond_t* c) noexcept {
  detsim_queue* waiters = &AsLibraryCond(c)->cond.waiters;
  scheduler.Touch(TouchMode::kWrite, c);
  if (waiters->head != nullptr) scheduler.Wake(QueueHead(*waiters));
  return 0;
}

DETSIM_ABI int pthread_cond_broadcast(pthread_cond_t* c) noexcept {
  scheduler.Touch(TouchMode::kWrite, c);
  scheduler.WakeAll(&AsLibraryCond(c)->cond.waiters);
  return 0;
}

DETSIM_ABI int pthread_create(pthread_t* thread, const pthread_attr_t*,
                              void* (*function)(void*),
                              void* argument) noexcept {
  scheduler.Initialize();
  NoteEscape("pthread_create");
  auto* start = static_cast<LibraryThread*>(malloc(sizeof(LibraryThread)));
  if (start == nullptr) return EAGAIN;
  *start = {function, argument};
  *thread = reinterpret_cast<pthread_t>(
      scheduler.Spawn(&RunLibraryThread, start, DETSIM_CALLER));
  return 0;
}

DETSIM_ABI int pthread_join(pthread_t thread, void** result) {
  auto* task = reinterpret_cast<Task*>(thread);
  int error = detsim_thread_join(reinterpret_cast<detsim_thread*>(thread));
  // Back in the pool, but not in use again before another thread is made.
  if (error == 0 && result != nullptr) *result = task->argument;
  return error;
}

DETSIM_ABI int pthread_detach(pthread_t thread) noexcept {
  detsim_thread_detach(reinterpret_cast<detsim_thread*>(thread));
  return 0;
}

}  // extern "C"

}  // namespace detsim::runtime
