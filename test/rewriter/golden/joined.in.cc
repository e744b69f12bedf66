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

void Take(class::std::mutex& m) { m.lock(); }
const::std::mutex* Look(const class::std::mutex& m) { return&m; }
pthread_mutex_t posix = PTHREAD_MUTEX_INITIALIZER;
int Lock() { return::pthread_mutex_lock(&posix); }
int Unlock() {
  if (sizeof posix == 1) return 1;
  else::pthread_mutex_unlock(&posix);
  return 0;
}

ID(std)::mutex half;
std::ID(mutex) other_half;
ID(ID(std))::ID(mutex) both_halves;
ID(std::mutex) whole;
LATE(std) late;
TWO(std)::mutex two;

struct Counter : std::atomic<int> {
  using std::atomic<int>::atomic;
  using atomic::operator=;
  using atomic::operator++;
  int Get() const { return atomic::load() + this->atomic::load(); }
  atomic* Self() { return this; }
};
struct Counters {
  Counter::atomic* first;
  struct Counter::atomic* second;
};
class Mutex : private std::mutex {
 public:
  using mutex::lock;
  using std::mutex::unlock;
  bool Try() { return mutex::try_lock(); }
};

int main() {
  auto* made = new::std::mutex;
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
