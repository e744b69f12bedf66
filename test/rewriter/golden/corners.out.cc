// Places where a name seldom stands.
// flags: -std=c++20
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <tuple>

alignas(detsim::mutex) char buffer[sizeof(detsim::mutex)];
enum Sizes { kMutex = sizeof(detsim::mutex), kThread = alignof(detsim::thread) };
static_assert(sizeof(detsim::once_flag) > 0, "std::once_flag is no name here");
typedef struct {
  detsim::mutex lock;
  unsigned bits : sizeof(detsim::thread::id) > 4 ? 3 : 4;
} Anonymous;
using Offset = decltype(offsetof(Anonymous, lock));

template <class T>
detsim::atomic<T> counter{};
template <>
detsim::atomic<int> counter<int>{3};
template <class... Ts>
struct Cells {
  std::tuple<detsim::atomic<Ts>...> cells;
  std::tuple<std::unique_ptr<detsim::mutex>, Ts...> locks;
};

template <class T>
struct Guard {
  Guard(T& t) : t(t) {}
  T& t;
};
Guard(detsim::mutex&) -> Guard<detsim::mutex>;

template <class T>
concept Lockable = requires(T t, detsim::mutex& other) {
  { t.lock() } -> std::same_as<void>;
  typename detsim::atomic<int>::value_type;
  requires !std::same_as<T, detsim::thread>;
  std::lock(t, other);
};
void Constrained(Lockable auto& lock)
  requires(!std::same_as<decltype(lock), detsim::recursive_mutex&>);
template <std::same_as<detsim::mutex> T>
void OnlyMutex(T&) {}

struct Thread : detsim::thread {
  using detsim::thread::thread;
  using detsim::thread::operator=;
  Thread() : detsim::thread([] { detsim::this_thread::yield(); }) {}
  explicit operator detsim::thread::id() const { return get_id(); }
};
template <class T>
struct Cell : detsim::atomic<T> {
  using detsim::atomic<T>::atomic;
  using typename detsim::atomic<T>::value_type;
  using Base = detsim::atomic<T>;
  value_type Get() { return detsim::atomic<T>::load(); }
  typename detsim::atomic<T>::value_type Again() { return this->Base::load(); }
};

struct Conversions {
  detsim::mutex lock;
  detsim::thread thread{[] { detsim::this_thread::yield(); }};
  operator detsim::mutex&() { return lock; }
  operator detsim::thread*() { return &thread; }
  friend void Peek(detsim::mutex&) {}
  template <class T>
  friend class detsim::atomic;
};

void Defaults(std::function<void()> f = [] { detsim::this_thread::yield(); },
              const detsim::thread::id& id = detsim::this_thread::get_id(),
              detsim::chrono::steady_clock::time_point at =
                  detsim::chrono::steady_clock::now()) noexcept(noexcept(
    detsim::this_thread::yield()));

auto Trailing() -> decltype(detsim::this_thread::get_id());

int Use(Conversions& both, size_t size) {
  auto* made = new (buffer) detsim::mutex;
  made->~mutex();
  both.operator detsim::mutex&().lock();
  detsim::mutex& same = both;
  auto captured = [lock = std::make_unique<detsim::mutex>(),
                   id = detsim::this_thread::get_id()]() -> detsim::mutex* {
    return lock.get();
  };
  (void)(detsim::mutex*)captured();
  (void)std::is_same_v<decltype(same), detsim::mutex&>;
  (void)static_cast<__typeof__(detsim::mutex)*>(nullptr);
  switch (size) {
    case sizeof(detsim::condition_variable):
      return 1;
    default:
      break;
  }
  if (std::unique_lock<detsim::mutex> held(same, std::try_to_lock); held) return 2;
  for (detsim::atomic<int> i{0}; i < 3; ++i) {
  }
  while (detsim::future<int>* none = nullptr) (void)none;
  try {
    detsim::promise<int>().set_value(1);
  } catch (const std::future_error& error) {
    return error.code() == std::future_errc::no_state;
  }
  std::map<detsim::thread::id, std::shared_ptr<detsim::mutex>> by_thread{
      {detsim::this_thread::get_id(), std::make_shared<detsim::mutex>()}};
  detsim::atomic<int> a{1};
  int one = detsim::atomic_load(&a) + detsim::atomic_fetch_add(&a, 1);
  detsim::atomic_int b = ATOMIC_VAR_INIT(2);
  detsim::atomic_flag flag = ATOMIC_FLAG_INIT;
  struct Local {
    detsim::once_flag once;
    static detsim::mutex& Lock() {
      static detsim::mutex lock;
      return lock;
    }
  } local;
  detsim::call_once(local.once, [] { Local::Lock().lock(); });
  <:&:>{ detsim::this_thread::yield(); }();
  return one + b + flag.test_and_set();
}

extern template class detsim::promise<short>;
