// Where a type can stand: every one is moved, nothing around it is.
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

std::mutex global;
static const std::mutex kConstant;
extern std::mutex declared_only;
std::recursive_mutex array[2];

struct Members {
  mutable std::mutex mutex;
  std::timed_mutex timed;
  std::recursive_timed_mutex recursive_timed;
  std::shared_mutex shared;
  std::shared_timed_mutex shared_timed;
  std::condition_variable condition;
  std::condition_variable_any any;
  std::once_flag once;
  std::vector<std::thread> threads;
  std::map<int, std::unique_ptr<std::thread>> by_number;
  static std::mutex of_class;
};
std::mutex Members::of_class;

std::mutex& Returns();
std::mutex* Takes(std::mutex& a, const std::mutex* const* b, class std::thread& c,
                  std::mutex (&d)[3], void (*e)(std::mutex&), std::thread&& f);
auto Trailing() -> std::mutex*;

void Expressions(std::thread t) {
  std::lock_guard<std::mutex> guard(global);
  std::unique_lock<std::mutex> lock;
  std::scoped_lock<std::recursive_mutex, std::mutex> scoped(array[0], global);
  auto* made = new std::mutex;
  auto* many = new std::mutex[4];
  (void)sizeof(std::mutex);
  (void)alignof(std::condition_variable);
  (void)static_cast<std::mutex*>(made);
  (void)reinterpret_cast<std::thread*>(many);
  (void)std::thread();
  auto lambda = [](std::mutex& m) -> std::mutex* { return &m; };
  std::thread::id id = t.get_id();
  std::vector<std::thread::id> ids{id};
  std::mutex::native_handle_type handle = global.native_handle();
  (void)lambda;
  (void)handle;
}
