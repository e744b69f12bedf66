// A using-declaration and a using-directive for the same name: after a rewrite
// of the one, an unqualified name would find std's and ours.
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std;
using detsim::atomic;
using detsim::mutex;
using detsim::this_thread::sleep_for;

detsim::mutex global;

template <template <typename> class Cell>
struct Holder {
  Cell<int> cell;
};
Holder<detsim::atomic> holder;

template <typename T>
void InTemplate(T duration) {
  lock_guard<detsim::mutex> guard(global);
  detsim::this_thread::sleep_for(duration);
  detsim::atomic<T> local{duration};
}

void Plain() {
  auto guard = unique_lock<detsim::mutex>(global);
  detsim::this_thread::sleep_for(chrono::milliseconds(1));
  detsim::atomic<int> number(1);
  using detsim::thread;
  detsim::thread::id id = detsim::thread().get_id();
}

// The user's own functions beside those of std: the using-declaration alone is
// rewritten, and qualified names follow it.
namespace other {
struct Tag {};
void atomic_thread_fence(Tag) {}
using detsim::atomic_thread_fence;

template <typename T>
void InTemplate(T what) {
  (atomic_thread_fence)(what);
}
}  // namespace other

void Qualified() {
  other::atomic_thread_fence(memory_order_seq_cst);
  other::atomic_thread_fence(other::Tag());
  other::InTemplate(other::Tag());
  other::InTemplate(memory_order_seq_cst);
}
