// Pointers to functions and members, as values and as template arguments.
// flags: -std=c++20
#include <pthread.h>
#include <time.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

void (detsim::mutex::*lock_it)() = &detsim::mutex::lock;
bool (detsim::mutex::*try_it)() = &detsim::mutex::try_lock;
void (*give_way)() noexcept = detsim::this_thread::yield;
void (*give_way_too)() noexcept = &detsim::this_thread::yield;
int (*lock_in_c)(pthread_mutex_t*) = detsim_pthread_mutex_lock;
int (*const kTable[])(pthread_mutex_t*) = {&detsim_pthread_mutex_lock,
                                           detsim_pthread_mutex_unlock};
time_t (*clock_in_c)(time_t*) = detsim_time;
time_t (*clock_in_std)(time_t*) = detsim_time;

template <void (detsim::mutex::*Member)()>
struct CallsMember {};
template <auto Function>
struct Calls {
  static void Now() { Function(); }
};
CallsMember<&detsim::mutex::unlock> unlocks;
Calls<&detsim::this_thread::yield> yields;
Calls<detsim::this_thread::yield> yields_too;
Calls<&detsim_pthread_self> selves;

struct Holder {
  detsim::mutex mutex;
  detsim::thread thread;
};
detsim::mutex Holder::*member = &Holder::mutex;
template <class T, detsim::thread T::*Thread>
void Join(T& t) {
  (t.*Thread).join();
}

void Use(Holder& holder) {
  (holder.mutex.*lock_it)();
  (holder.*member).unlock();
  Join<Holder, &Holder::thread>(holder);
}

void Bound(detsim::thread& thread, detsim::mutex& mutex) {
  std::function<void()> join = std::bind(&detsim::thread::join, &thread);
  auto unlock = std::mem_fn(&detsim::mutex::unlock);
  unlock(mutex);
  join();
  std::function<void()> yield = detsim::this_thread::yield;
  auto sleep = detsim::this_thread::sleep_for<long, std::ratio<1>>;
  sleep(std::chrono::seconds(1));
  yield();
}
