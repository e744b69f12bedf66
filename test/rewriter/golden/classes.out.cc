// Bases, friends, destructors, injected names.
#include <future>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

class Derived : public detsim::mutex {
 public:
  Derived() : detsim::mutex() {}
  void lock() { detsim::mutex::lock(); }
  using detsim::mutex::unlock;
  using Base = detsim::mutex;
};

class Deep : Derived {
  detsim::mutex* injected = nullptr;
};

class Befriends {
  friend class detsim::thread;
  friend detsim::mutex;
  friend void Peek(detsim::mutex&);
};

struct Futures : std::vector<detsim::future<int>> {
  using std::vector<detsim::future<int>>::vector;
};

void Destroy(detsim::thread* p, detsim::mutex* m) {
  p->~thread();
  ::new (p) detsim::thread();
  using T = detsim::thread;
  p->~T();
  m->detsim::mutex::~mutex();
}
