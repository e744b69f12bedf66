// Pointers to functions and members, as values and as template arguments.
// flags: -std=c++20
#include <pthread.h>
#include <time.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

void (std::mutex::*lock_it)() = &std::mutex::lock;
bool (std::mutex::*try_it)() = &std::mutex::try_lock;
void (*give_way)() noexcept = std::this_thread::yield;
void (*give_way_too)() noexcept = &std::this_thread::yield;
int (*lock_in_c)(pthread_mutex_t*) = pthread_mutex_lock;
int (*const kTable[])(pthread_mutex_t*) = {&pthread_mutex_lock,
                                           ::pthread_mutex_unlock};
time_t (*clock_in_c)(time_t*) = time;
time_t (*clock_in_std)(time_t*) = std::time;

template <void (std::mutex::*Member)()>
struct CallsMember {};
template <auto Function>
struct Calls {
  static void Now() { Function(); }
};
CallsMember<&std::mutex::unlock> unlocks;
Calls<&std::this_thread::yield> yields;
Calls<std::this_thread::yield> yields_too;
Calls<&pthread_self> selves;

struct Holder {
  std::mutex mutex;
  std::thread thread;
};
std::mutex Holder::*member = &Holder::mutex;
template <class T, std::thread T::*Thread>
void Join(T& t) {
  (t.*Thread).join();
}

void Use(Holder& holder) {
  (holder.mutex.*lock_it)();
  (holder.*member).unlock();
  Join<Holder, &Holder::thread>(holder);
}

void Bound(std::thread& thread, std::mutex& mutex) {
  std::function<void()> join = std::bind(&std::thread::join, &thread);
  auto unlock = std::mem_fn(&std::mutex::unlock);
  unlock(mutex);
  join();
  std::function<void()> yield = std::this_thread::yield;
  auto sleep = std::this_thread::sleep_for<long, std::ratio<1>>;
  sleep(std::chrono::seconds(1));
  yield();
}
