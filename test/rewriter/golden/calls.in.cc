// Functions and static members, called or named.
// flags: -std=c++17
#include <chrono>
#include <future>
#include <mutex>
#include <thread>
#include <condition_variable>

std::once_flag flag;
std::mutex mutex;
std::condition_variable condition;

int Work(int n) { return n; }

void Calls() {
  std::call_once(flag, [] {});
  auto f = std::async(std::launch::async, Work, 3);
  auto g = std::async(Work, 4);
  std::future<int> h = std::async([] { return 1; });
  std::promise<int> promise;
  std::packaged_task<int(int)> task(Work);
  std::shared_future<int> shared = promise.get_future().share();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::this_thread::sleep_until(std::chrono::steady_clock::now());
  std::this_thread::yield();
  (void)std::this_thread::get_id();
  (void)std::thread::hardware_concurrency();
  void (*yield)() = &std::this_thread::yield;
  void (std::thread::*join)() = &std::thread::join;
  std::unique_lock<std::mutex> lock(mutex);
  std::notify_all_at_thread_exit(condition, std::move(lock));
  (void)yield, (void)join, (void)shared;
}

template <class F, class D>
void Unresolved(F f, D d) {
  std::call_once(flag, f);
  std::async(std::launch::async, f).get();
  std::this_thread::sleep_for(d);
  std::this_thread::sleep_until(d.when);
  lock(d.a, d.b);
  auto now = D::clock::now();
  (void)now;
}
