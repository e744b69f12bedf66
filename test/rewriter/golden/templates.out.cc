// As written, never as instantiated.
// flags: -std=c++20
#include <atomic>
#include <future>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

template <class M = detsim::mutex>
struct Guarded {
  M m;
  std::unique_lock<M> Take() { return std::unique_lock<M>(m); }
};
template <class T>
struct Pool {
  std::vector<T> items;
  template <class F>
  void Add(F f) {
    items.emplace_back(f);
  }
};
template <template <class> class A>
struct Holds {
  A<int> a;
};
template <template <class> class A = detsim::atomic>
struct HoldsByDefault {
  A<int> a;
};
template <class... Ts>
struct Pack {};
template <detsim::mutex& M>
struct ByReference {};
detsim::mutex global;

template <class T>
struct NeverInstantiated {
  detsim::atomic<T> a;
  detsim::thread thread;
  detsim::future<T> Go() {
    return detsim::async(std::launch::async, [this] { return T(a.load()); });
  }
  void Nap(T t) { detsim::this_thread::sleep_for(t); }
};

template <class T>
T Dependent(T value) {
  detsim::atomic<T> a(value);
  std::lock_guard<detsim::mutex> guard(global);
  typename Guarded<T>::missing* nothing = nullptr;
  (void)nothing;
  return a.load();
}

template <class T>
concept NotAMutex = !std::is_same_v<T, detsim::mutex>;
static_assert(NotAMutex<int>);
static_assert(!NotAMutex<detsim::mutex>);
template <class T>
  requires(!std::is_same_v<T, detsim::thread>)
void Constrained(T) {}

template <>
struct Guarded<detsim::thread> {};
template <class T>
struct Guarded<detsim::atomic<T>> {};
template struct Guarded<detsim::recursive_mutex>;
template class detsim::future<long>;

template <class M>
void Lock(M& m) {
  m.lock();
}
template void Lock<detsim::mutex>(detsim::mutex&);

void Use() {
  Guarded<> by_default;
  Guarded<detsim::timed_mutex> chosen;
  Pool<detsim::thread> pool;
  pool.Add([] {});
  pool.items[0].join();
  Holds<detsim::atomic> holds{};
  Pack<detsim::mutex, int, detsim::thread> pack;
  ByReference<global> reference;
  std::lock_guard deduced(global);
  std::scoped_lock several(global, chosen.m);
  Lock<detsim::mutex>(global);
  detsim::atomic deduced_atomic(1);
  auto generic = []<class T>(T& t, detsim::mutex& m) {
    std::lock_guard<detsim::mutex> guard(m);
    (void)t;
  };
  (void)by_default.Take(), (void)holds, (void)pack, (void)reference;
  (void)generic, (void)deduced_atomic;
}
