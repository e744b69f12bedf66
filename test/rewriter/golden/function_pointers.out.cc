// The free functions of <atomic>, <thread>, <mutex> and <chrono> as pointers,
// which choose an overload, and with explicit template arguments.
// run
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

int (*load)(const detsim::atomic<int>*) = &detsim::atomic_load<int>;
int (*load_volatile)(const volatile detsim::atomic<int>*) = detsim::atomic_load<int>;
int (*load_explicit)(const detsim::atomic<int>*, std::memory_order) =
    detsim::atomic_load_explicit<int>;
void (*store)(detsim::atomic<long>*, long) = detsim::atomic_store<long>;
int (*exchange)(detsim::atomic<int>*, int) = detsim::atomic_exchange<int>;
int (*add)(detsim::atomic<int>*, int) = &detsim::atomic_fetch_add<int>;
bool (*swap_strong)(detsim::atomic<int>*, int*, int) =
    detsim::atomic_compare_exchange_strong<int>;
bool (*lock_free)(const detsim::atomic<int>*) = detsim::atomic_is_lock_free<int>;
bool (*set_flag)(detsim::atomic_flag*) = detsim::atomic_flag_test_and_set;
void (*clear_flag)(volatile detsim::atomic_flag*) = &detsim::atomic_flag_clear;
void (*fence)(std::memory_order) = detsim::atomic_thread_fence;
std::shared_ptr<int> (*load_pointer)(const std::shared_ptr<int>*) =
    detsim::atomic_load<int>;
void (*sleep)(const std::chrono::milliseconds&) =
    detsim::this_thread::sleep_for<std::chrono::milliseconds::rep, std::milli>;
void (*sleep_until)(const detsim::chrono::steady_clock::time_point&) =
    &detsim::this_thread::sleep_until<detsim::chrono::steady_clock,
                                   detsim::chrono::steady_clock::duration>;
detsim::chrono::steady_clock::time_point (*now)() =
    &detsim::chrono::steady_clock::now;
void (*once)(detsim::once_flag&, void (*&&)()) = &detsim::call_once<void (*)()>;
detsim::thread::id (*self)() = detsim::this_thread::get_id;

template <int (*Load)(const detsim::atomic<int>*)>
int Through(const detsim::atomic<int>& value) {
  return Load(&value);
}

int calls = 0;

int main() {
  detsim::atomic<int> value{3};
  detsim::atomic<long> big{0};
  detsim::atomic_flag flag = ATOMIC_FLAG_INIT;
  detsim::once_flag flag_of_once;
  fence(std::memory_order_seq_cst);
  store(&big, 5);
  int expected = 3;
  bool right = load(&value) == 3 && load_volatile(&value) == 3 &&
               Through<&detsim::atomic_load<int>>(value) == 3 &&
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
  right = right && now() > before && self() == detsim::this_thread::get_id();
  return right ? 0 : 1;
}
