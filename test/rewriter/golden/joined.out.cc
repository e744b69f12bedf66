// Names that touch other words, that stand half in a macro's argument, and that
// a class inherits from the template it derives from.
// flags: -std=c++20
// run
#include <atomic>
#include <mutex>
#include <pthread.h>
#include <thread>

#define ID(x) x
#define LATE(q) q::mutex
#define TWO(q) \
  int before;  \
  q

void Take(class detsim::mutex& m) { m.lock(); }
const detsim::mutex* Look(const class detsim::mutex& m) { return&m; }
pthread_mutex_t posix = PTHREAD_MUTEX_INITIALIZER;
int Lock() { return detsim_pthread_mutex_lock(&posix); }
int Unlock() {
  if (sizeof posix == 1) return 1;
  else detsim_pthread_mutex_unlock(&posix);
  return 0;
}

detsim::mutex half;
std::ID(mutex) other_half;
ID(ID(std))::ID(mutex) both_halves;
ID(detsim::mutex) whole;
LATE(std) late;
TWO(std)::mutex two;

struct Counter : detsim::atomic<int> {
  using detsim::atomic<int>::atomic;
  using atomic::operator=;
  using atomic::operator++;
  int Get() const { return atomic::load() + this->atomic::load(); }
  atomic* Self() { return this; }
};
struct Counters {
  Counter::atomic* first;
  struct Counter::atomic* second;
};
class Mutex : private detsim::mutex {
 public:
  using detsim::mutex::lock;
  using detsim::mutex::unlock;
  bool Try() { return detsim::mutex::try_lock(); }
};

int main() {
  auto* made = new detsim::mutex;
  Take(*made);
  half.lock();
  half.unlock();
  whole.lock();
  whole.unlock();
  Counter counter(1);
  counter = 2;
  ++counter;
  Counters counters{&counter, counter.Self()};
  Mutex mutex;
  if (!mutex.Try()) return 1;
  mutex.unlock();
  mutex.lock();
  mutex.unlock();
  return Lock() + Unlock() + counter.Get() - 6 + (Look(*made) != made) +
         counters.first->load() - counters.second->load();
}
