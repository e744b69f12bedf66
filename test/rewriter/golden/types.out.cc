// Where a type can stand: every one is moved, nothing around it is.
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

detsim::mutex global;
static const detsim::mutex kConstant;
extern detsim::mutex declared_only;
detsim::recursive_mutex array[2];

struct Members {
  mutable detsim::mutex mutex;
  detsim::timed_mutex timed;
  detsim::recursive_timed_mutex recursive_timed;
  detsim::shared_mutex shared;
  detsim::shared_timed_mutex shared_timed;
  detsim::condition_variable condition;
  detsim::condition_variable_any any;
  detsim::once_flag once;
  std::vector<detsim::thread> threads;
  std::map<int, std::unique_ptr<detsim::thread>> by_number;
  static detsim::mutex of_class;
};
detsim::mutex Members::of_class;

detsim::mutex& Returns();
detsim::mutex* Takes(detsim::mutex& a, const detsim::mutex* const* b, class detsim::thread& c,
                  detsim::mutex (&d)[3], void (*e)(detsim::mutex&), detsim::thread&& f);
auto Trailing() -> detsim::mutex*;

void Expressions(detsim::thread t) {
  std::lock_guard<detsim::mutex> guard(global);
  std::unique_lock<detsim::mutex> lock;
  std::scoped_lock<detsim::recursive_mutex, detsim::mutex> scoped(array[0], global);
  auto* made = new detsim::mutex;
  auto* many = new detsim::mutex[4];
  (void)sizeof(detsim::mutex);
  (void)alignof(detsim::condition_variable);
  (void)static_cast<detsim::mutex*>(made);
  (void)reinterpret_cast<detsim::thread*>(many);
  (void)detsim::thread();
  auto lambda = [](detsim::mutex& m) -> detsim::mutex* { return &m; };
  detsim::thread::id id = t.get_id();
  std::vector<detsim::thread::id> ids{id};
  detsim::mutex::native_handle_type handle = global.native_handle();
  (void)lambda;
  (void)handle;
}
