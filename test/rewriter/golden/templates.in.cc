// As written, never as instantiated.
// flags: -std=c++20
#include <atomic>
#include <future>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

template <class M = std::mutex>
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
template <template <class> class A = std::atomic>
struct HoldsByDefault {
  A<int> a;
};
template <class... Ts>
struct Pack {};
template <std::mutex& M>
struct ByReference {};
std::mutex global;

template <class T>
struct NeverInstantiated {
  std::atomic<T> a;
  std::thread thread;
  std::future<T> Go() {
    return std::async(std::launch::async, [this] { return T(a.load()); });
  }
  void Nap(T t) { std::this_thread::sleep_for(t); }
};

template <class T>
T Dependent(T value) {
  std::atomic<T> a(value);
  std::lock_guard<std::mutex> guard(global);
  typename Guarded<T>::missing* nothing = nullptr;
  (void)nothing;
  return a.load();
}

template <class T>
concept NotAMutex = !std::is_same_v<T, std::mutex>;
static_assert(NotAMutex<int>);
static_assert(!NotAMutex<std::mutex>);
template <class T>
  requires(!std::is_same_v<T, std::thread>)
void Constrained(T) {}

template <>
struct Guarded<std::thread> {};
template <class T>
struct Guarded<std::atomic<T>> {};
template struct Guarded<std::recursive_mutex>;
template class std::future<long>;

template <class M>
void Lock(M& m) {
  m.lock();
}
template void Lock<std::mutex>(std::mutex&);

void Use() {
  Guarded<> by_default;
  Guarded<std::timed_mutex> chosen;
  Pool<std::thread> pool;
  pool.Add([] {});
  pool.items[0].join();
  Holds<std::atomic> holds{};
  Pack<std::mutex, int, std::thread> pack;
  ByReference<global> reference;
  std::lock_guard deduced(global);
  std::scoped_lock several(global, chosen.m);
  Lock<std::mutex>(global);
  std::atomic deduced_atomic(1);
  auto generic = []<class T>(T& t, std::mutex& m) {
    std::lock_guard<std::mutex> guard(m);
    (void)t;
  };
  (void)by_default.Take(), (void)holds, (void)pack, (void)reference;
  (void)generic, (void)deduced_atomic;
}
