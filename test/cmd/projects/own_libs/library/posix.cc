#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <set>

#include "check.h"
#include "surface.h"

namespace {

timespec After(clockid_t clock, time_t seconds) {
  timespec time;
  clock_gettime(clock, &time);
  time.tv_sec += seconds;
  return time;
}

int cleaned = 0;
void Clean(void*) { ++cleaned; }

struct Sets {
  ~Sets() { ++cleaned; }
};

void* Exits(void*) {
  Sets sets;
  pthread_exit(&cleaned);
}

void* WaitsForEver(void*) {
  pthread_cleanup_push(&Clean, nullptr);
  for (;;) sleep(1);
  pthread_cleanup_pop(0);
}

}  // namespace

std::string ReadWriteLocks() {
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  int value = 0;
  CHECK(OnThreads(3, [&](int i) {
    if (i == 0) {
      pthread_rwlock_wrlock(&lock);
      value = 1;
      sched_yield();
      value = 2;
    } else {
      pthread_rwlock_rdlock(&lock);
      if (value == 1) return false;
    }
    return pthread_rwlock_unlock(&lock) == 0;
  }));
  CHECK(pthread_rwlock_wrlock(&lock) == 0);
  CHECK(OnThreads(1, [&](int) {
    timespec soon = After(CLOCK_REALTIME, 1);
    return pthread_rwlock_tryrdlock(&lock) == EBUSY &&
           pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT;
  }));
  pthread_rwlock_unlock(&lock);
  CHECK(pthread_rwlock_destroy(&lock) == 0);
  return "";
}

std::string Semaphores() {
  sem_t full, empty;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 1);
  int slot = 0, sum = 0;
  CHECK(OnThreads(2, [&](int i) {
    for (int n = 1; n <= 3; ++n) {
      sem_wait(i == 0 ? &empty : &full);
      if (i == 0) {
        slot = n;
      } else {
        sum += slot;
      }
      sem_post(i == 0 ? &full : &empty);
    }
    return true;
  }));
  CHECK(sum == 6);
  timespec soon = After(CLOCK_REALTIME, 1);
  CHECK(sem_timedwait(&full, &soon) == -1 && errno == ETIMEDOUT);
  CHECK(sem_trywait(&full) == -1 && errno == EAGAIN);
  int value = -1;
  CHECK(sem_getvalue(&empty, &value) == 0 && value == 1);
  CHECK(sem_destroy(&full) == 0 && sem_destroy(&empty) == 0);
  return "";
}

std::string BarriersAndSpinLocks() {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 3);
  pthread_spinlock_t spin;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  int arrived = 0;
  std::atomic<int> serial{0};
  CHECK(OnThreads(3, [&](int) {
    pthread_spin_lock(&spin);
    ++arrived;
    pthread_spin_unlock(&spin);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
      ++serial;
    }
    return arrived == 3;
  }));
  CHECK(serial == 1);
  pthread_barrier_destroy(&barrier);
  pthread_spin_destroy(&spin);
  return "";
}

std::string TimedLocks() {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  CHECK(OnThreads(1, [&](int) {
    timespec soon = After(CLOCK_REALTIME, 2);
    if (pthread_mutex_timedlock(&mutex, &soon) != ETIMEDOUT) return false;
    soon = After(CLOCK_MONOTONIC, 2);
    return pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon) ==
               ETIMEDOUT &&
           pthread_mutex_trylock(&mutex) == EBUSY;
  }));
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_t condition;
  pthread_cond_init(&condition, &attributes);
  timespec soon = After(CLOCK_MONOTONIC, 3);
  int result;
  do {
    result = pthread_cond_timedwait(&condition, &mutex, &soon);
  } while (result == 0);
  CHECK(result == ETIMEDOUT);
  soon = After(CLOCK_REALTIME, 3);
  do {
    result = pthread_cond_clockwait(&condition, &mutex, CLOCK_REALTIME, &soon);
  } while (result == 0);
  CHECK(result == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  pthread_cond_destroy(&condition);
  pthread_mutex_destroy(&mutex);
  return "";
}

std::string EndsOfThreads() {
  cleaned = 0;
  pthread_t thread;
  void* result = nullptr;
  CHECK(pthread_create(&thread, nullptr, &Exits, nullptr) == 0);
  CHECK(pthread_join(thread, &result) == 0);
  CHECK(result == &cleaned);
  CHECK(cleaned == 1);
  CHECK(pthread_create(&thread, nullptr, &WaitsForEver, nullptr) == 0);
  CHECK(pthread_tryjoin_np(thread, &result) == EBUSY);
  timespec soon = After(CLOCK_REALTIME, 2);
  CHECK(pthread_timedjoin_np(thread, &result, &soon) == ETIMEDOUT);
  CHECK(pthread_cancel(thread) == 0);
  CHECK(pthread_join(thread, &result) == 0);
  CHECK(result == PTHREAD_CANCELED);
  CHECK(cleaned == 2);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  static sem_t ended;
  sem_init(&ended, 0, 0);
  auto post = [](void*) -> void* {
    sem_post(&ended);
    return nullptr;
  };
  CHECK(pthread_create(&thread, &attributes, post, nullptr) == 0);
  CHECK(sem_wait(&ended) == 0);
  return "";
}

std::string Identities() {
  std::set<long> ids = {syscall(SYS_gettid), -1};
  std::set<pthread_t> threads = {pthread_self()};
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  CHECK(OnThreads(3, [&](int i) {
    const pthread_t self = pthread_self();
    sched_yield();
    if (pthread_equal(self, pthread_self()) == 0) return false;
    if (syscall(SYS_gettid) != gettid()) return false;
    const std::string name = "worker" + std::to_string(i);
    char read[16];
    if (pthread_setname_np(self, name.c_str()) != 0) return false;
    sched_yield();
    if (pthread_getname_np(self, read, sizeof read) != 0) return false;
    sched_param parameters;
    int policy;
    if (pthread_getschedparam(self, &policy, &parameters) != 0) return false;
    pthread_attr_t attributes;
    void* stack;
    size_t size;
    if (pthread_getattr_np(self, &attributes) != 0) return false;
    pthread_attr_getstack(&attributes, &stack, &size);
    pthread_attr_destroy(&attributes);
    const auto offset = static_cast<size_t>(read - static_cast<char*>(stack));
    pthread_mutex_lock(&mutex);
    ids.insert(gettid());
    threads.insert(self);
    pthread_mutex_unlock(&mutex);
    return read == name && offset < size && pthread_kill(self, 0) == 0;
  }));
  CHECK(ids.size() == 5);
  CHECK(threads.size() == 4);
  return "";
}

std::string Futexes() {
  std::atomic<int> word{0};
  auto* address = reinterpret_cast<int*>(&word);
  CHECK(OnThreads(2, [&](int i) {
    if (i == 0) {
      while (word == 0) {
        syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
      }
      return true;
    }
    word = 1;
    syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
    return true;
  }));
  timespec second = {1, 0};
  long result =
      syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, 1, &second, nullptr, 0);
  CHECK(result == -1 && errno == ETIMEDOUT);
  return "";
}

std::string C11Threads() {
  static mtx_t mutex;
  static cnd_t condition;
  static int value = 0;
  static tss_t storage;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  tss_create(&storage, nullptr);
  thrd_t thread;
  auto run = [](void* argument) {
    tss_set(storage, argument);
    thrd_yield();
    mtx_lock(&mutex);
    value = tss_get(storage) == argument ? 1 : 2;
    cnd_signal(&condition);
    mtx_unlock(&mutex);
    return 12;
  };
  value = 0;
  CHECK(thrd_create(&thread, run, &value) == thrd_success);
  mtx_lock(&mutex);
  while (value == 0) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  int result = 0;
  CHECK(thrd_join(thread, &result) == thrd_success);
  CHECK(result == 12 && value == 1);
  CHECK(tss_get(storage) == nullptr);
  timespec second = {1, 0};
  CHECK(thrd_sleep(&second, nullptr) == 0);
  tss_delete(storage);
  return "";
}
