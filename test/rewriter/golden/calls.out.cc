// Functions and static members, called or named.
// flags: -std=c++17
#include <chrono>
#include <future>
#include <mutex>
#include <thread>
#include <condition_variable>

detsim::once_flag flag;
detsim::mutex mutex;
detsim::condition_variable condition;

int Work(int n) { return n; }

void Calls() {
  detsim::call_once(flag, [] {});
  auto f = detsim::async(std::launch::async, Work, 3);
  auto g = detsim::async(Work, 4);
  detsim::future<int> h = detsim::async([] { return 1; });
  detsim::promise<int> promise;
  detsim::packaged_task<int(int)> task(Work);
  detsim::shared_future<int> shared = promise.get_future().share();
  detsim::this_thread::sleep_for(std::chrono::seconds(1));
  detsim::this_thread::sleep_until(detsim::chrono::steady_clock::now());
  detsim::this_thread::yield();
  (void)detsim::this_thread::get_id();
  (void)detsim::thread::hardware_concurrency();
  void (*yield)() = &detsim::this_thread::yield;
  void (detsim::thread::*join)() = &detsim::thread::join;
  std::unique_lock<detsim::mutex> lock(mutex);
  detsim::notify_all_at_thread_exit(condition, std::move(lock));
  (void)yield, (void)join, (void)shared;
}

template <class F, class D>
void Unresolved(F f, D d) {
  detsim::call_once(flag, f);
  detsim::async(std::launch::async, f).get();
  detsim::this_thread::sleep_for(d);
  detsim::this_thread::sleep_until(d.when);
  lock(d.a, d.b);
  auto now = D::clock::now();
  (void)now;
}
