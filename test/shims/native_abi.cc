// detsim/abi.h over real threads. One lock guards every object and one
// condition wakes everybody: short, and right for what a test needs.
// Past 400 lines because it is a whole ABI over that one lock.
#include "test/shims/native_abi.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

struct detsim_thread {
  pthread_t handle;
  uint64_t id;
  void (*function)(void*);
  void* argument;
  char name[32];
  bool ended;
  // Somebody wants a wait of its own to end; kept until it does.
  bool interrupted;
};

namespace {

constexpr uint64_t kNsPerSecond = 1000000000;

pthread_mutex_t world = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;
pthread_key_t at_exit_key;
uint64_t next_id = 1;
uint64_t random_state = 88172645463325252;

detsim_thread main_thread;
thread_local detsim_thread* current = nullptr;
thread_local std::vector<detsim_native::Announcement> announcements;
thread_local bool fail_next_weak = false;

struct AtExit {
  void (*function)(void*);
  void* argument;
  AtExit* next;
};

// Keys are destroyed after the thread's thread_local objects.
void RunAtExit(void* list) {
  auto* entry = static_cast<AtExit*>(list);
  while (entry != nullptr) {
    AtExit* const next = entry->next;
    entry->function(entry->argument);
    delete entry;
    entry = next;
  }
}

uint64_t ReadClock(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * kNsPerSecond +
         static_cast<uint64_t>(now.tv_nsec);
}

int64_t system_to_steady;

__attribute__((constructor(101))) void Initialize() {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  pthread_key_create(&at_exit_key, RunAtExit);
  system_to_steady = static_cast<int64_t>(ReadClock(CLOCK_MONOTONIC) -
                                          ReadClock(CLOCK_REALTIME));
  main_thread.handle = pthread_self();
  main_thread.id = next_id++;
}

detsim_thread* Current() {
  if (current == nullptr) current = &main_thread;
  return current;
}

class WorldLock {
 public:
  WorldLock() { pthread_mutex_lock(&world); }
  ~WorldLock() { pthread_mutex_unlock(&world); }
  WorldLock(const WorldLock&) = delete;
  WorldLock& operator=(const WorldLock&) = delete;
};

// 0 after some change, ETIMEDOUT after the deadline. REQUIRES: world held.
int WaitForChange(uint64_t deadline) {
  if (deadline == DETSIM_FOREVER) {
    return pthread_cond_wait(&changed, &world);
  }
  timespec time;
  time.tv_sec = static_cast<time_t>(deadline / kNsPerSecond);
  time.tv_nsec = static_cast<long>(deadline % kNsPerSecond);
  return pthread_cond_timedwait(&changed, &world, &time);
}

// Waits until condition() holds; ETIMEDOUT when the deadline came first.
template <typename Condition>
int WaitUntil(uint64_t deadline, Condition condition) {
  while (!condition()) {
    if (WaitForChange(deadline) == ETIMEDOUT) {
      return condition() ? 0 : ETIMEDOUT;
    }
  }
  return 0;
}

void Changed() { pthread_cond_broadcast(&changed); }

struct Waiter {
  const volatile void* object;
  bool woken;
  Waiter* next;
};
Waiter* waiters = nullptr;

int Sleep(const volatile void* object, uint64_t deadline) {
  Waiter self = {object, false, nullptr};
  Waiter** last = &waiters;
  while (*last != nullptr) last = &(*last)->next;
  *last = &self;
  detsim_thread* const me = Current();
  const int error =
      WaitUntil(deadline, [&] { return self.woken || me->interrupted; });
  me->interrupted = false;
  Waiter** link = &waiters;
  while (*link != &self) link = &(*link)->next;
  *link = self.next;
  return error;
}

void Wake(const volatile void* object, bool all) {
  for (Waiter* waiter = waiters; waiter != nullptr; waiter = waiter->next) {
    if (waiter->object != object || waiter->woken) continue;
    waiter->woken = true;
    if (!all) break;
  }
  Changed();
}

std::vector<detsim_mutex*> robust_held;

// Without the bits that are no kind.
uint32_t KindOf(const detsim_mutex* m) { return m->kind & 3; }

int LockLocked(detsim_mutex* m, uint64_t deadline) {
  if (m->owner == Current()) {
    if (KindOf(m) == DETSIM_MUTEX_ERRORCHECK) return EDEADLK;
    if (KindOf(m) != DETSIM_MUTEX_RECURSIVE && deadline == DETSIM_FOREVER) {
      detsim_misuse("a mutex is locked again by its holder");
    }
    if (KindOf(m) == DETSIM_MUTEX_RECURSIVE) {
      ++m->depth;
      return 0;
    }
  }
  const int error = WaitUntil(
      deadline, [m] { return m->owner == nullptr && m->readers == 0; });
  if (error != 0) return error;
  if (m->robust == DETSIM_MUTEX_NOT_RECOVERABLE) return ENOTRECOVERABLE;
  m->owner = Current();
  m->depth = 1;
  if ((m->kind & DETSIM_MUTEX_ROBUST) != 0) robust_held.push_back(m);
  return m->robust == DETSIM_MUTEX_OWNER_DIED ? EOWNERDEAD : 0;
}

// What a thread that ends holds of robust mutexes.
void AbandonMutexes(const detsim_thread* thread) {
  std::erase_if(robust_held, [thread](detsim_mutex* m) {
    if (m->owner != thread) return false;
    m->owner = nullptr;
    m->depth = 0;
    m->robust = DETSIM_MUTEX_OWNER_DIED;
    return true;
  });
}

int UnlockLocked(detsim_mutex* m) {
  if (m->owner != Current()) {
    if ((KindOf(m) != DETSIM_MUTEX_NORMAL ||
         (m->kind & DETSIM_MUTEX_ROBUST) != 0) &&
        (m->kind & DETSIM_MUTEX_CXX) == 0) {
      return EPERM;
    }
    detsim_misuse("a mutex is unlocked by a thread that does not hold it");
  }
  if (--m->depth == 0) {
    if ((m->kind & DETSIM_MUTEX_ROBUST) != 0) {
      std::erase(robust_held, m);
      if (m->robust != 0) m->robust = DETSIM_MUTEX_NOT_RECOVERABLE;
    }
    m->owner = nullptr;
    Changed();
  }
  return 0;
}

void* RunThread(void* argument) {
  auto* const thread = static_cast<detsim_thread*>(argument);
  current = thread;
  thread->function(thread->argument);
  WorldLock lock;
  AbandonMutexes(thread);
  thread->ended = true;
  Changed();
  return nullptr;
}

// Named semaphores; never freed.
std::map<std::string, detsim_semaphore*> names;
std::map<detsim_semaphore*, int> opens;

int TakeInterruption() {
  Current()->interrupted = false;
  return EINTR;
}

}  // namespace

namespace detsim_native {

std::vector<Announcement> TakeAnnouncements() {
  std::vector<Announcement> taken;
  taken.swap(announcements);
  return taken;
}

void FailNextWeakExchange() { fail_next_weak = true; }

}  // namespace detsim_native

extern "C" {

int detsim_mutex_lock(detsim_mutex* m) noexcept {
  WorldLock lock;
  return LockLocked(m, DETSIM_FOREVER);
}
int detsim_mutex_trylock(detsim_mutex* m, int) noexcept {
  WorldLock lock;
  if (m->owner != nullptr || m->readers != 0) {
    if (m->owner != Current() || KindOf(m) != DETSIM_MUTEX_RECURSIVE) {
      return EBUSY;
    }
  }
  return LockLocked(m, DETSIM_FOREVER);
}
int detsim_mutex_timedlock(detsim_mutex* m, uint64_t deadline) noexcept {
  WorldLock lock;
  return LockLocked(m, deadline);
}
int detsim_mutex_unlock(detsim_mutex* m) noexcept {
  WorldLock lock;
  return UnlockLocked(m);
}
int detsim_mutex_consistent(detsim_mutex* m) noexcept {
  WorldLock lock;
  if (m->owner != Current() || m->robust != DETSIM_MUTEX_OWNER_DIED) {
    return EINVAL;
  }
  m->robust = 0;
  return 0;
}
void detsim_mutex_destroy(detsim_mutex* m) noexcept {
  WorldLock lock;
  if (m->owner != nullptr || m->readers != 0) {
    detsim_misuse("a locked mutex is destroyed");
  }
}

int detsim_shared_lock(detsim_mutex* m) noexcept {
  return detsim_shared_timedlock(m, DETSIM_FOREVER);
}
int detsim_shared_trylock(detsim_mutex* m, int) noexcept {
  WorldLock lock;
  if (m->owner != nullptr) return EBUSY;
  ++m->readers;
  return 0;
}
int detsim_shared_timedlock(detsim_mutex* m, uint64_t deadline) noexcept {
  WorldLock lock;
  const int error = WaitUntil(deadline, [m] { return m->owner == nullptr; });
  if (error == 0) ++m->readers;
  return error;
}
int detsim_shared_unlock(detsim_mutex* m) noexcept {
  WorldLock lock;
  if (m->readers == 0) detsim_misuse("a shared lock is not held");
  --m->readers;
  Changed();
  return 0;
}

int detsim_cond_wait(detsim_cond* c, detsim_mutex* m,
                     uint64_t deadline) noexcept {
  WorldLock lock;
  if (m->owner != Current()) detsim_misuse("a wait without the mutex");
  const uint32_t depth = m->depth;
  m->depth = 1;
  UnlockLocked(m);
  const int error = Sleep(c, deadline);
  const int mutex_error = LockLocked(m, DETSIM_FOREVER);
  if (mutex_error != ENOTRECOVERABLE) m->depth = depth;
  return mutex_error != 0 ? mutex_error : error;
}
void detsim_cond_notify_one(detsim_cond* c) noexcept {
  WorldLock lock;
  Wake(c, false);
}
void detsim_cond_notify_all(detsim_cond* c) noexcept {
  WorldLock lock;
  Wake(c, true);
}
void detsim_cond_destroy(detsim_cond* c) noexcept {
  WorldLock lock;
  for (Waiter* waiter = waiters; waiter != nullptr; waiter = waiter->next) {
    if (waiter->object == c && !waiter->woken) {
      detsim_misuse("a condition variable is destroyed while waited for");
    }
  }
}

void detsim_event_set(detsim_event* e) noexcept {
  WorldLock lock;
  e->set = 1;
  Changed();
}
int detsim_event_wait(detsim_event* e, uint64_t deadline) noexcept {
  WorldLock lock;
  return WaitUntil(deadline, [e] { return e->set != 0; });
}
int detsim_event_is_set(const detsim_event* e) noexcept {
  WorldLock lock;
  return e->set != 0;
}

int detsim_semaphore_acquire(detsim_semaphore* s, uint64_t deadline) noexcept {
  WorldLock lock;
  detsim_thread* const me = Current();
  const int error =
      WaitUntil(deadline, [&] { return s->count != 0 || me->interrupted; });
  if (error != 0) return error;
  if (s->count == 0) return TakeInterruption();
  --s->count;
  return 0;
}
int detsim_semaphore_try_acquire(detsim_semaphore* s, int) noexcept {
  WorldLock lock;
  if (s->count == 0) return EAGAIN;
  --s->count;
  return 0;
}
int detsim_semaphore_release(detsim_semaphore* s, uint64_t update,
                             uint64_t max) noexcept {
  WorldLock lock;
  if (s->count > max || update > max - s->count) return EOVERFLOW;
  s->count += update;
  Changed();
  return 0;
}
uint64_t detsim_semaphore_count(const detsim_semaphore* s) noexcept {
  WorldLock lock;
  return s->count;
}
void detsim_semaphore_destroy(detsim_semaphore*) noexcept {}

detsim_semaphore* detsim_semaphore_open(const char* name, int flags,
                                        unsigned value, int* error) noexcept {
  WorldLock lock;
  while (*name == '/') ++name;
  const std::string key = name;
  *error = key.empty() || key.find('/') != key.npos ? EINVAL
           : key.size() > NAME_MAX - 4              ? ENAMETOOLONG
                                                    : 0;
  const auto found = names.find(key);
  if (*error == 0 && found == names.end()) {
    *error = (flags & O_CREAT) == 0 ? ENOENT : value > INT_MAX ? EINVAL : 0;
  } else if (*error == 0 && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
    *error = EEXIST;
  }
  if (*error != 0) return nullptr;
  detsim_semaphore* const s =
      found != names.end() ? found->second : new detsim_semaphore{{}, value};
  names[key] = s;
  ++opens[s];
  return s;
}
int detsim_semaphore_close(detsim_semaphore* s) noexcept {
  WorldLock lock;
  const auto found = opens.find(s);
  if (found == opens.end() || found->second == 0) return EINVAL;
  --found->second;
  return 0;
}
int detsim_semaphore_unlink(const char* name) noexcept {
  WorldLock lock;
  while (*name == '/') ++name;
  return names.erase(name) != 0 ? 0 : ENOENT;
}

int detsim_barrier_wait(detsim_barrier* b) noexcept {
  WorldLock lock;
  if (++b->arrived == b->threshold) {
    b->arrived = 0;
    ++b->phase;
    Changed();
    return 1;
  }
  const uint32_t phase = b->phase;
  WaitUntil(DETSIM_FOREVER, [b, phase] { return b->phase != phase; });
  return 0;
}
void detsim_barrier_destroy(detsim_barrier*) noexcept {}

void detsim_spin_lock(detsim_spin* s) noexcept {
  WorldLock lock;
  WaitUntil(DETSIM_FOREVER, [s] { return s->owner == 0; });
  s->owner = static_cast<uint32_t>(Current()->id);
}
int detsim_spin_trylock(detsim_spin* s) noexcept {
  WorldLock lock;
  if (s->owner != 0) return EBUSY;
  s->owner = static_cast<uint32_t>(Current()->id);
  return 0;
}
void detsim_spin_unlock(detsim_spin* s) noexcept {
  WorldLock lock;
  if (s->owner != Current()->id) detsim_misuse("a spin lock is not held");
  s->owner = 0;
  Changed();
}
void detsim_spin_destroy(detsim_spin*) noexcept {}

int detsim_once_begin(int32_t* state) noexcept {
  WorldLock lock;
  WaitUntil(DETSIM_FOREVER, [state] { return *state != 1; });
  if (*state == 2) return 0;
  *state = 1;
  return 1;
}
void detsim_once_end(int32_t* state, int done) noexcept {
  WorldLock lock;
  *state = done != 0 ? 2 : 0;
  Changed();
}

detsim_thread* detsim_thread_create(void (*function)(void*),
                                    void* argument) noexcept {
  auto* const thread = new detsim_thread();
  thread->function = function;
  thread->argument = argument;
  {
    WorldLock lock;
    thread->id = next_id++;
  }
  if (pthread_create(&thread->handle, nullptr, RunThread, thread) != 0) {
    delete thread;
    return nullptr;
  }
  return thread;
}
int detsim_thread_join(detsim_thread* t) noexcept {
  return detsim_thread_timed_join(t, DETSIM_FOREVER);
}
int detsim_thread_timed_join(detsim_thread* t, uint64_t deadline) noexcept {
  detsim_thread* const me = Current();
  if (t == me) return EDEADLK;
  {
    WorldLock lock;
    const int error =
        WaitUntil(deadline, [&] { return t->ended || me->interrupted; });
    if (error != 0) return error;
    if (!t->ended) return TakeInterruption();
  }
  pthread_join(t->handle, nullptr);
  delete t;
  return 0;
}
void detsim_forget_interruption(void) noexcept {
  WorldLock lock;
  Current()->interrupted = false;
}
void detsim_thread_interrupt(detsim_thread* t) noexcept {
  WorldLock lock;
  t->interrupted = true;
  Changed();
}
void detsim_thread_detach(detsim_thread* t) noexcept {
  // Leaks the few bytes of `t`: the thread may still be using them.
  pthread_detach(t->handle);
}
uint64_t detsim_thread_id(const detsim_thread* t) noexcept { return t->id; }
uint64_t detsim_this_thread_id(void) noexcept { return Current()->id; }
detsim_thread* detsim_this_thread(void) noexcept { return Current(); }
void detsim_at_thread_exit(void (*function)(void*), void* argument) noexcept {
  auto* const list = static_cast<AtExit*>(pthread_getspecific(at_exit_key));
  pthread_setspecific(at_exit_key, new AtExit{function, argument, list});
}
void detsim_thread_set_name(detsim_thread* t, const char* name) noexcept {
  WorldLock lock;
  std::strncpy(t->name, name, sizeof t->name - 1);
}
const char* detsim_thread_name(const detsim_thread* t) noexcept {
  return t->name;
}
int detsim_gettid(void) noexcept { return gettid(); }
long detsim_syscall(long number, ...) noexcept {
  long a[6];
  va_list list;
  va_start(list, number);
  for (long& argument : a) argument = va_arg(list, long);
  va_end(list);
  return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
void detsim_descriptor(int) noexcept {}
void detsim_yield(void) noexcept { sched_yield(); }
void detsim_sleep_until(uint64_t deadline) noexcept {
  WorldLock lock;
  detsim_thread* const me = Current();
  WaitUntil(deadline, [me] { return me->interrupted; });
  me->interrupted = false;
}
unsigned detsim_hardware_concurrency(void) noexcept { return 4; }

uint64_t detsim_now(int clock) noexcept {
  const uint64_t steady = ReadClock(CLOCK_MONOTONIC);
  return clock == DETSIM_CLOCK_SYSTEM
             ? steady - static_cast<uint64_t>(system_to_steady)
             : steady;
}
int64_t detsim_system_to_steady(void) noexcept { return system_to_steady; }
uint32_t detsim_random_u32(void) noexcept {
  WorldLock lock;
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return static_cast<uint32_t>(random_state >> 32);
}
int detsim_rand(void) noexcept { return rand(); }
void detsim_srand(unsigned seed) noexcept { srand(seed); }
long detsim_random(void) noexcept { return random(); }
void detsim_srandom(unsigned seed) noexcept { srandom(seed); }
double detsim_drand48(void) noexcept { return drand48(); }
double detsim_erand48(unsigned short state[3]) noexcept {
  return erand48(state);
}
long detsim_lrand48(void) noexcept { return lrand48(); }
long detsim_nrand48(unsigned short state[3]) noexcept { return nrand48(state); }
long detsim_mrand48(void) noexcept { return mrand48(); }
long detsim_jrand48(unsigned short state[3]) noexcept { return jrand48(state); }
void detsim_srand48(long seed) noexcept { srand48(seed); }
unsigned short* detsim_seed48(unsigned short state[3]) noexcept {
  return seed48(state);
}
void detsim_lcong48(unsigned short parameters[7]) noexcept {
  lcong48(parameters);
}

void detsim_atomic(int operation, const volatile void* object) noexcept {
  announcements.push_back({operation, object});
}
int detsim_atomic_weak(const volatile void* object) noexcept {
  announcements.push_back({detsim_native::kWeak, object});
  const bool fail = fail_next_weak;
  fail_next_weak = false;
  return fail ? 1 : 0;
}
int detsim_address_wait(const volatile void* address,
                        int (*must_wait)(void* context), void* context,
                        uint64_t deadline) noexcept {
  WorldLock lock;
  return must_wait(context) != 0 ? Sleep(address, deadline) : 0;
}
void detsim_address_wake(const volatile void* address, int all) noexcept {
  WorldLock lock;
  Wake(address, all != 0);
}

void detsim_misuse(const char* what) noexcept {
  std::fprintf(stderr, "misuse: %s\n", what);
  std::abort();
}

}  // extern "C"
