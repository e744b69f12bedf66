// The free functions of <atomic>, <thread>, <mutex> and <chrono> as pointers,
// which choose an overload, and with explicit template arguments.
// run
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

int (*load)(const std::atomic<int>*) = &std::atomic_load<int>;
int (*load_volatile)(const volatile std::atomic<int>*) = std::atomic_load<int>;
int (*load_explicit)(const std::atomic<int>*, std::memory_order) =
    std::atomic_load_explicit<int>;
void (*store)(std::atomic<long>*, long) = std::atomic_store<long>;
int (*exchange)(std::atomic<int>*, int) = std::atomic_exchange<int>;
int (*add)(std::atomic<int>*, int) = &std::atomic_fetch_add<int>;
bool (*swap_strong)(std::atomic<int>*, int*, int) =
    std::atomic_compare_exchange_strong<int>;
bool (*lock_free)(const std::atomic<int>*) = std::atomic_is_lock_free<int>;
bool (*set_flag)(std::atomic_flag*) = std::atomic_flag_test_and_set;
void (*clear_flag)(volatile std::atomic_flag*) = &std::atomic_flag_clear;
void (*fence)(std::memory_order) = std::atomic_thread_fence;
std::shared_ptr<int> (*load_pointer)(const std::shared_ptr<int>*) =
    std::atomic_load<int>;
void (*sleep)(const std::chrono::milliseconds&) =
    std::this_thread::sleep_for<std::chrono::milliseconds::rep, std::milli>;
void (*sleep_until)(const std::chrono::steady_clock::time_point&) =
    &std::this_thread::sleep_until<std::chrono::steady_clock,
                                   std::chrono::steady_clock::duration>;
std::chrono::steady_clock::time_point (*now)() =
    &std::chrono::steady_clock::now;
void (*once)(std::once_flag&, void (*&&)()) = &std::call_once<void (*)()>;
std::thread::id (*self)() = std::this_thread::get_id;

template <int (*Load)(const std::atomic<int>*)>
int Through(const std::atomic<int>& value) {
  return Load(&value);
}

int calls = 0;

int main() {
  std::atomic<int> value{3};
  std::atomic<long> big{0};
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  std::once_flag flag_of_once;
  fence(std::memory_order_seq_cst);
  store(&big, 5);
  int expected = 3;
  bool right = load(&value) == 3 && load_volatile(&value) == 3 &&
               Through<&std::atomic_load<int>>(value) == 3 &&
               swap_strong(&value, &expected, 4) && add(&value, 1) == 4 &&
               exchange(&value, 6) == 5 && big.load() == 5 &&
               load_explicit(&value, std::memory_order_relaxed) == 6 &&
               lock_free(&value) && !set_flag(&flag);
  clear_flag(&flag);
  once(flag_of_once, +[] { ++calls; });
  std::shared_ptr<int> pointer = std::make_shared<int>(7);
  right = right && *load_pointer(&pointer) == 7 && calls == 1;
  const auto before = now();
  sleep(std::chrono::milliseconds(1));
  sleep_until(now());
  right = right && now() > before && self() == std::this_thread::get_id();
  return right ? 0 : 1;
}
