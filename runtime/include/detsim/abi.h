/* The C ABI between rewritten code and the runtime.
 *
 * The shims (shims/include/detsim/) are header-only over these functions, so
 * they serve C11, C++11 to C++23, libstdc++ and libc++, and code built with
 * -fno-exceptions. Nothing here allocates, throws or depends on a C++ runtime.
 *
 * Unless a comment says otherwise a function is a decision point: the calling
 * thread announces the operation, another thread may be chosen to run first,
 * and the operation happens when the caller is picked again. Every function
 * may be called before main and after it, when there is a single thread and no
 * decision is taken. Source places come from the return address.
 *
 * Deadlines are nanoseconds on the virtual monotonic clock (detsim_now with
 * DETSIM_CLOCK_STEADY); DETSIM_FOREVER never passes. Error codes are errno's.
 */
#ifndef DETSIM_RUNTIME_INCLUDE_DETSIM_ABI_H_
#define DETSIM_RUNTIME_INCLUDE_DETSIM_ABI_H_

#include <stddef.h>
#include <stdint.h>

/* Calls are not merged: each keeps its place in the source. */
#ifdef __clang__
#define DETSIM_NOMERGE __attribute__((nomerge))
#else
#define DETSIM_NOMERGE
#endif

#ifdef __cplusplus
#define DETSIM_NOEXCEPT noexcept DETSIM_NOMERGE
#define DETSIM_NORETURN [[noreturn]]
extern "C" {
#else
#define DETSIM_NOEXCEPT DETSIM_NOMERGE
#define DETSIM_NORETURN _Noreturn
#endif

#define DETSIM_FOREVER (~(uint64_t)0)

/* FIFO of threads that wait. All-zero is empty. */
typedef struct detsim_queue {
  void *head, *tail;
} detsim_queue;

/* Kinds of mutexes; the values are pthread's (PTHREAD_MUTEX_NORMAL, ...).
 * A relock by the holder: NORMAL is a `misuse` verdict (a hang in POSIX,
 * undefined in C++), RECURSIVE counts, ERRORCHECK returns EDEADLK. With CXX
 * (added to a kind) unlocking what the caller does not hold is never an error
 * code: C++ leaves it undefined for every kind. With ROBUST the end of the
 * thread that holds it is told to the next one (PTHREAD_MUTEX_ROBUST). */
enum {
  DETSIM_MUTEX_NORMAL = 0,
  DETSIM_MUTEX_RECURSIVE = 1,
  DETSIM_MUTEX_ERRORCHECK = 2,
  DETSIM_MUTEX_CXX = 4,
  DETSIM_MUTEX_ROBUST = 16,
  DETSIM_MUTEX_PROTECT = 64 /* PTHREAD_PRIO_PROTECT; changes nothing here. */
};

/* What became of a robust mutex: its holder ended and nobody has called
 * detsim_mutex_consistent since; or nobody did before it was unlocked. */
enum { DETSIM_MUTEX_OWNER_DIED = 1, DETSIM_MUTEX_NOT_RECOVERABLE = 2 };

/* Any mutex, exclusive or shared. All-zero is unlocked. The size and the
 * place of `kind` are pthread_mutex_t's (40 bytes, offset 16), and it fits in
 * a pthread_rwlock_t, so both can hold one in place. */
typedef struct detsim_mutex {
  void* owner;
  uint32_t depth, readers;
  int32_t kind;
  uint16_t robust;  /* 0, or what became of it. */
  uint16_t ceiling; /* The priority that PROTECT is about. */
  detsim_queue waiters;
} detsim_mutex;

/* A condition variable. All-zero is ready. Fits in a pthread_cond_t. */
typedef struct detsim_cond {
  detsim_queue waiters;
} detsim_cond;

/* A one-way flag: futures. All-zero is not set. */
typedef struct detsim_event {
  detsim_queue waiters;
  uint32_t set;
  uint32_t unused;
} detsim_event;

/* A counting semaphore. Fits in a sem_t. */
typedef struct detsim_semaphore {
  detsim_queue waiters;
  uint64_t count;
} detsim_semaphore;

/* A barrier that is used again and again. Fits in a pthread_barrier_t. */
typedef struct detsim_barrier {
  detsim_queue waiters;
  uint32_t threshold; /* Threads that each phase waits for; not 0. */
  uint32_t arrived;
  uint32_t phase, unused;
} detsim_barrier;

/* A lock of the size of a pthread_spinlock_t. All-zero is unlocked. */
typedef struct detsim_spin {
  uint32_t owner; /* The holder's id. */
} detsim_spin;

/* A thread; owned by the runtime, valid until joined or detached. */
typedef struct detsim_thread detsim_thread;

/* ---- Mutexes ---- */

/* 0, or EDEADLK for an ERRORCHECK mutex that the caller holds; for a ROBUST
 * one also EOWNERDEAD (it is locked: its last holder ended with it) and
 * ENOTRECOVERABLE (it is not, and never will be). */
int detsim_mutex_lock(detsim_mutex* m) DETSIM_NOEXCEPT;
/* 0 or EBUSY (or of a ROBUST one as above). With `may_fail` nonzero
 * (std::mutex::try_lock, [thread.mutex]) a spurious EBUSY is a choice. */
int detsim_mutex_trylock(detsim_mutex* m, int may_fail) DETSIM_NOEXCEPT;
/* 0 or ETIMEDOUT (or an error as above). */
int detsim_mutex_timedlock(detsim_mutex* m, uint64_t deadline) DETSIM_NOEXCEPT;
/* 0, or EPERM for ERRORCHECK and RECURSIVE mutexes without CXX that the caller
 * does not hold (a `misuse` verdict for the others). Not a decision point of
 * its own. */
int detsim_mutex_unlock(detsim_mutex* m) DETSIM_NOEXCEPT;
/* What EOWNERDEAD told about is mended. 0, or EINVAL when the caller does not
 * hold it or was not told. Not a decision point. */
int detsim_mutex_consistent(detsim_mutex* m) DETSIM_NOEXCEPT;
/* Verdict `misuse` when it is locked or waited for. Not a decision point. */
void detsim_mutex_destroy(detsim_mutex* m) DETSIM_NOEXCEPT;

/* The shared side of a shared mutex. */
int detsim_shared_lock(detsim_mutex* m) DETSIM_NOEXCEPT;
int detsim_shared_trylock(detsim_mutex* m, int may_fail) DETSIM_NOEXCEPT;
int detsim_shared_timedlock(detsim_mutex* m, uint64_t deadline) DETSIM_NOEXCEPT;
int detsim_shared_unlock(detsim_mutex* m) DETSIM_NOEXCEPT;

/* ---- Condition variables ---- */

/* Releases `m`, waits, takes `m` again. 0 when woken (or spuriously, a
 * choice), ETIMEDOUT when `deadline` passed first, or what taking a ROBUST one
 * has to tell. */
int detsim_cond_wait(detsim_cond* c, detsim_mutex* m,
                     uint64_t deadline) DETSIM_NOEXCEPT;
/* Which waiter wakes is a choice; 0 is the longest waiter. */
void detsim_cond_notify_one(detsim_cond* c) DETSIM_NOEXCEPT;
void detsim_cond_notify_all(detsim_cond* c) DETSIM_NOEXCEPT;
void detsim_cond_destroy(detsim_cond* c) DETSIM_NOEXCEPT;

/* ---- Events ---- */

void detsim_event_set(detsim_event* e) DETSIM_NOEXCEPT;
/* 0, or ETIMEDOUT when `deadline` passed first. */
int detsim_event_wait(detsim_event* e, uint64_t deadline) DETSIM_NOEXCEPT;
/* Nonzero when set. Not a decision point. */
int detsim_event_is_set(const detsim_event* e) DETSIM_NOEXCEPT;

/* ---- Semaphores, barriers, spin locks ---- */

/* 0, or ETIMEDOUT when `deadline` passed first, or EINTR. */
int detsim_semaphore_acquire(detsim_semaphore* s,
                             uint64_t deadline) DETSIM_NOEXCEPT;
/* 0 or EAGAIN. With `may_fail` nonzero (std::counting_semaphore::try_acquire,
 * [thread.sema.cnt]) a spurious EAGAIN is a choice. */
int detsim_semaphore_try_acquire(detsim_semaphore* s,
                                 int may_fail) DETSIM_NOEXCEPT;
/* 0, or EOVERFLOW, and nothing released, when the count would pass `max`. */
int detsim_semaphore_release(detsim_semaphore* s, uint64_t update,
                             uint64_t max) DETSIM_NOEXCEPT;
uint64_t detsim_semaphore_count(const detsim_semaphore* s) DETSIM_NOEXCEPT;
/* Verdict `misuse` when it is waited for. Not a decision point. */
void detsim_semaphore_destroy(detsim_semaphore* s) DETSIM_NOEXCEPT;
/* Named semaphores: each run starts without any, and no other process sees
 * them. `flags` and the errors are sem_open's; null with `*error` set. */
detsim_semaphore* detsim_semaphore_open(const char* name, int flags,
                                        unsigned value,
                                        int* error) DETSIM_NOEXCEPT;
/* 0, or EINVAL when it was not opened. Not a decision point. */
int detsim_semaphore_close(detsim_semaphore* s) DETSIM_NOEXCEPT;
/* 0, or the error of sem_unlink. */
int detsim_semaphore_unlink(const char* name) DETSIM_NOEXCEPT;

/* Nonzero for the thread whose arrival ended the phase. */
int detsim_barrier_wait(detsim_barrier* b) DETSIM_NOEXCEPT;
/* Verdict `misuse` when it is waited for. Not a decision point. */
void detsim_barrier_destroy(detsim_barrier* b) DETSIM_NOEXCEPT;

/* Verdict `misuse` when the caller holds it: it would spin for ever. */
void detsim_spin_lock(detsim_spin* s) DETSIM_NOEXCEPT;
/* 0 or EBUSY. */
int detsim_spin_trylock(detsim_spin* s) DETSIM_NOEXCEPT;
/* Verdict `misuse` when the caller does not hold it. Not a decision point. */
void detsim_spin_unlock(detsim_spin* s) DETSIM_NOEXCEPT;
/* Verdict `misuse` when it is locked. Not a decision point. */
void detsim_spin_destroy(detsim_spin* s) DETSIM_NOEXCEPT;

/* ---- Once ---- */

/* `state`: 0 never ran, 1 running, 2 done. Nonzero: the caller must run the
 * function and then call detsim_once_end; zero: it has run. */
int detsim_once_begin(int32_t* state) DETSIM_NOEXCEPT;
/* `done` zero: the function threw, another caller shall try. Not a decision
 * point. */
void detsim_once_end(int32_t* state, int done) DETSIM_NOEXCEPT;

/* ---- Threads ---- */

detsim_thread* detsim_thread_create(void (*function)(void*),
                                    void* argument) DETSIM_NOEXCEPT;
/* 0, or EDEADLK when a thread joins itself, or EINTR. Frees `t`. */
int detsim_thread_join(detsim_thread* t) DETSIM_NOEXCEPT;
/* The same, or ETIMEDOUT when `deadline` passed first: then `t` can be joined
 * again. */
int detsim_thread_timed_join(detsim_thread* t,
                             uint64_t deadline) DETSIM_NOEXCEPT;
/* Ends the wait of a thread that is joining (EINTR), waits on a condition (as
 * if woken spuriously), for a semaphore (EINTR), or sleeps; or else the next
 * such wait. */
void detsim_thread_interrupt(detsim_thread* t) DETSIM_NOEXCEPT;
/* The calling thread's next wait is not to end for what came before. */
void detsim_forget_interruption(void) DETSIM_NOEXCEPT;
/* Not a decision point. */
void detsim_thread_detach(detsim_thread* t) DETSIM_NOEXCEPT;
/* Never 0, never reused within a run, independent of addresses. */
uint64_t detsim_thread_id(const detsim_thread* t) DETSIM_NOEXCEPT;
uint64_t detsim_this_thread_id(void) DETSIM_NOEXCEPT;
detsim_thread* detsim_this_thread(void) DETSIM_NOEXCEPT;
/* Runs at the calling thread's end, after its thread_local objects are
 * destroyed; the latest registered runs first. */
void detsim_at_thread_exit(void (*function)(void*),
                           void* argument) DETSIM_NOEXCEPT;
/* Names the thread in reports; copies at most 31 bytes. */
void detsim_thread_set_name(detsim_thread* t, const char* name) DETSIM_NOEXCEPT;
/* Empty when it was never set; valid as long as the thread. Not a decision
 * point. */
const char* detsim_thread_name(const detsim_thread* t) DETSIM_NOEXCEPT;
/* What gettid() returns: the process's id for the main thread, a number that
 * is the same in every run for others. Not a decision point. */
int detsim_gettid(void) DETSIM_NOEXCEPT;
/* syscall(): futexes, SYS_gettid, SYS_getrandom, SYS_clock_gettime and
 * SYS_sched_yield are simulated, anything else goes to the kernel. */
long detsim_syscall(long number, ...) DETSIM_NOEXCEPT;
void detsim_yield(void) DETSIM_NOEXCEPT;
void detsim_sleep_until(uint64_t deadline) DETSIM_NOEXCEPT;
/* What std::thread::hardware_concurrency() returns: a constant of the run. */
unsigned detsim_hardware_concurrency(void) DETSIM_NOEXCEPT;

/* ---- Time and random numbers ---- */

enum { DETSIM_CLOCK_STEADY = 0, DETSIM_CLOCK_SYSTEM = 1 };
/* Nanoseconds; SYSTEM counts from the Unix epoch. Each read advances both by
 * 1 ns, or not at all by choice. */
uint64_t detsim_now(int clock) DETSIM_NOEXCEPT;
/* Nanoseconds to add to a DETSIM_CLOCK_SYSTEM time to have a STEADY one
 * (negative). Constant; not a decision point. */
int64_t detsim_system_to_steady(void) DETSIM_NOEXCEPT;
/* A value as from std::random_device, from the run's own stream. */
uint32_t detsim_random_u32(void) DETSIM_NOEXCEPT;
/* rand(), random() and their seeds: one generator a run, as if seeded with 1.
 * drand48() and its kin: another one. Not decision points. */
int detsim_rand(void) DETSIM_NOEXCEPT;
void detsim_srand(unsigned seed) DETSIM_NOEXCEPT;
long detsim_random(void) DETSIM_NOEXCEPT;
void detsim_srandom(unsigned seed) DETSIM_NOEXCEPT;
double detsim_drand48(void) DETSIM_NOEXCEPT;
double detsim_erand48(unsigned short state[3]) DETSIM_NOEXCEPT;
long detsim_lrand48(void) DETSIM_NOEXCEPT;
long detsim_nrand48(unsigned short state[3]) DETSIM_NOEXCEPT;
long detsim_mrand48(void) DETSIM_NOEXCEPT;
long detsim_jrand48(unsigned short state[3]) DETSIM_NOEXCEPT;
void detsim_srand48(long seed) DETSIM_NOEXCEPT;
unsigned short* detsim_seed48(unsigned short state[3]) DETSIM_NOEXCEPT;
void detsim_lcong48(unsigned short parameters[7]) DETSIM_NOEXCEPT;

/* ---- Atomics ---- */

enum {
  DETSIM_ATOMIC_LOAD = 0,
  DETSIM_ATOMIC_STORE = 1,
  DETSIM_ATOMIC_RMW = 2,
  DETSIM_ATOMIC_FENCE = 3
};
/* Announces the atomic operation that the caller performs right afterwards,
 * with no other call in between. `object` is null for a fence. */
void detsim_atomic(int operation, const volatile void* object) DETSIM_NOEXCEPT;
/* Announces a weak compare-exchange. Nonzero (a choice): it shall fail
 * spuriously, without looking at the object. */
int detsim_atomic_weak(const volatile void* object) DETSIM_NOEXCEPT;
/* Announces, then calls `must_wait(context)` when picked, and blocks until a
 * wake on `address` or the deadline if that returned nonzero; the caller
 * re-checks. For atomic::wait, and for whatever has no room for a queue.
 * 0 or ETIMEDOUT. */
int detsim_address_wait(const volatile void* address,
                        int (*must_wait)(void* context), void* context,
                        uint64_t deadline) DETSIM_NOEXCEPT;
void detsim_address_wake(const volatile void* address, int all) DETSIM_NOEXCEPT;

/* ---- Descriptors ---- */

enum {
  DETSIM_DESCRIPTOR_POLL = 0,   /* Looks what is ready. */
  DETSIM_DESCRIPTOR_INPUT = 1,  /* Takes something from it. */
  DETSIM_DESCRIPTOR_OUTPUT = 2, /* Gives something to it, or changes it. */
};
/* Announces a call on descriptors that the caller makes right afterwards. The
 * call itself is the real system's, and may wait. */
void detsim_descriptor(int kind) DETSIM_NOEXCEPT;

/* ---- Verdicts ---- */

/* Ends the run with a `misuse` verdict; aborts outside a run. `what` is a
 * sentence without a full stop, such as "a joinable thread is destroyed". */
DETSIM_NORETURN void detsim_misuse(const char* what) DETSIM_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* DETSIM_RUNTIME_INCLUDE_DETSIM_ABI_H_ */
