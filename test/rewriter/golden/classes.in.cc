// Bases, friends, destructors, injected names.
#include <future>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

class Derived : public std::mutex {
 public:
  Derived() : std::mutex() {}
  void lock() { std::mutex::lock(); }
  using std::mutex::unlock;
  using Base = std::mutex;
};

class Deep : Derived {
  mutex* injected = nullptr;
};

class Befriends {
  friend class std::thread;
  friend std::mutex;
  friend void Peek(std::mutex&);
};

struct Futures : std::vector<std::future<int>> {
  using std::vector<std::future<int>>::vector;
};

void Destroy(std::thread* p, std::mutex* m) {
  p->~thread();
  ::new (p) std::thread();
  using T = std::thread;
  p->~T();
  m->std::mutex::~mutex();
}
