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

alignas(std::mutex) char buffer[sizeof(std::mutex)];
enum Sizes { kMutex = sizeof(std::mutex), kThread = alignof(std::thread) };
static_assert(sizeof(std::once_flag) > 0, "std::once_flag is no name here");
typedef struct {
  std::mutex lock;
  unsigned bits : sizeof(std::thread::id) > 4 ? 3 : 4;
} Anonymous;
using Offset = decltype(offsetof(Anonymous, lock));

template <class T>
std::atomic<T> counter{};
template <>
std::atomic<int> counter<int>{3};
template <class... Ts>
struct Cells {
  std::tuple<std::atomic<Ts>...> cells;
  std::tuple<std::unique_ptr<std::mutex>, Ts...> locks;
};

template <class T>
struct Guard {
  Guard(T& t) : t(t) {}
  T& t;
};
Guard(std::mutex&) -> Guard<std::mutex>;

template <class T>
concept Lockable = requires(T t, std::mutex& other) {
  { t.lock() } -> std::same_as<void>;
  typename std::atomic<int>::value_type;
  requires !std::same_as<T, std::thread>;
  std::lock(t, other);
};
void Constrained(Lockable auto& lock)
  requires(!std::same_as<decltype(lock), std::recursive_mutex&>);
template <std::same_as<std::mutex> T>
void OnlyMutex(T&) {}

struct Thread : std::thread {
  using std::thread::thread;
  using std::thread::operator=;
  Thread() : std::thread([] { std::this_thread::yield(); }) {}
  explicit operator std::thread::id() const { return get_id(); }
};
template <class T>
struct Cell : std::atomic<T> {
  using std::atomic<T>::atomic;
  using typename std::atomic<T>::value_type;
  using Base = std::atomic<T>;
  value_type Get() { return std::atomic<T>::load(); }
  typename std::atomic<T>::value_type Again() { return this->Base::load(); }
};

struct Conversions {
  std::mutex lock;
  std::thread thread{[] { std::this_thread::yield(); }};
  operator std::mutex&() { return lock; }
  operator std::thread*() { return &thread; }
  friend void Peek(std::mutex&) {}
  template <class T>
  friend class std::atomic;
};

void Defaults(std::function<void()> f = [] { std::this_thread::yield(); },
              const std::thread::id& id = std::this_thread::get_id(),
              std::chrono::steady_clock::time_point at =
                  std::chrono::steady_clock::now()) noexcept(noexcept(
    std::this_thread::yield()));

auto Trailing() -> decltype(std::this_thread::get_id());

int Use(Conversions& both, size_t size) {
  auto* made = new (buffer) std::mutex;
  made->~mutex();
  both.operator std::mutex&().lock();
  std::mutex& same = both;
  auto captured = [lock = std::make_unique<std::mutex>(),
                   id = std::this_thread::get_id()]() -> std::mutex* {
    return lock.get();
  };
  (void)(std::mutex*)captured();
  (void)std::is_same_v<decltype(same), std::mutex&>;
  (void)static_cast<__typeof__(std::mutex)*>(nullptr);
  switch (size) {
    case sizeof(std::condition_variable):
      return 1;
    default:
      break;
  }
  if (std::unique_lock<std::mutex> held(same, std::try_to_lock); held) return 2;
  for (std::atomic<int> i{0}; i < 3; ++i) {
  }
  while (std::future<int>* none = nullptr) (void)none;
  try {
    std::promise<int>().set_value(1);
  } catch (const std::future_error& error) {
    return error.code() == std::future_errc::no_state;
  }
  std::map<std::thread::id, std::shared_ptr<std::mutex>> by_thread{
      {std::this_thread::get_id(), std::make_shared<std::mutex>()}};
  std::atomic<int> a{1};
  int one = atomic_load(&a) + std::atomic_fetch_add(&a, 1);
  std::atomic_int b = ATOMIC_VAR_INIT(2);
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  struct Local {
    std::once_flag once;
    static std::mutex& Lock() {
      static std::mutex lock;
      return lock;
    }
  } local;
  std::call_once(local.once, [] { Local::Lock().lock(); });
  <:&:>{ std::this_thread::yield(); }();
  return one + b + flag.test_and_set();
}

extern template class std::promise<short>;
