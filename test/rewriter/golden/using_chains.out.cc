// A using-declaration that takes a name from where another one has put it
// follows that one: it keeps what else is there. One that goes through a
// using-directive does not.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace inner {
struct Tag {};
inline void atomic_thread_fence(Tag) {}
using detsim::atomic_thread_fence;
using detsim::mutex;
using detsim::chrono::steady_clock;
}  // namespace inner

namespace middle {
using inner::atomic_thread_fence;
using inner::mutex;
}  // namespace middle

namespace alias = middle;
using alias::atomic_thread_fence;
using middle::mutex;

namespace directive {
using namespace std;
using namespace std::chrono;
}  // namespace directive
using detsim::recursive_mutex;
using detsim::thread;

void Fences() {
  atomic_thread_fence(inner::Tag());
  detsim::atomic_thread_fence(std::memory_order_seq_cst);
  middle::atomic_thread_fence(inner::Tag());
  alias::atomic_thread_fence(std::memory_order_seq_cst);
  using inner::steady_clock;
  auto now = detsim::chrono::steady_clock::now();
  auto later = inner::steady_clock::now();
  auto third = detsim::chrono::system_clock::now();
  (void)now, (void)later, (void)third;
}

template <class T>
void InTemplate(T what) {
  (atomic_thread_fence)(what);
  middle::atomic_thread_fence(what);
  detsim::mutex lock;
  std::lock_guard<middle::mutex> guard(lock);
  detsim::this_thread::yield();
}

struct InClass : private inner::mutex {
  using inner::mutex::lock;
  using Base = inner::mutex;
  using Base::unlock;
};

void Instances() {
  InTemplate(inner::Tag());
  detsim::recursive_mutex again;
  detsim::thread none;
  detsim::timed_mutex timed;
  detsim::mutex first;
  std::scoped_lock all(again, timed, first);
  {
    using namespace inner;
    inner::mutex by_name;
    (void)by_name;
  }
}
