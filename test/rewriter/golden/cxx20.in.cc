// What C++20 added.
// flags: -std=c++20
#include <atomic>
#include <barrier>
#include <latch>
#include <semaphore>
#include <stop_token>
#include <thread>

int value;

void Use() {
  std::latch latch(1);
  latch.count_down();
  std::barrier by_deduction(1);
  std::barrier<> by_default(1);
  std::counting_semaphore<4> semaphore(1);
  std::counting_semaphore<> unbounded(1);
  std::binary_semaphore binary(0);
  std::jthread thread([](std::stop_token token) { (void)token; });
  std::stop_source source;
  std::stop_source none(std::nostopstate);
  std::stop_callback callback(source.get_token(), [] {});
  std::atomic_ref<int> reference(value);
  ++reference;
  std::atomic<int> waited(0);
  waited.wait(1);
  waited.notify_one();
  std::atomic_wait(&waited, 1);
}
