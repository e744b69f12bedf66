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
  detsim::latch latch(1);
  latch.count_down();
  detsim::barrier by_deduction(1);
  detsim::barrier<> by_default(1);
  detsim::counting_semaphore<4> semaphore(1);
  detsim::counting_semaphore<> unbounded(1);
  detsim::binary_semaphore binary(0);
  detsim::jthread thread([](detsim::stop_token token) { (void)token; });
  detsim::stop_source source;
  detsim::stop_source none(std::nostopstate);
  detsim::stop_callback callback(source.get_token(), [] {});
  detsim::atomic_ref<int> reference(value);
  ++reference;
  detsim::atomic<int> waited(0);
  waited.wait(1);
  waited.notify_one();
  detsim::atomic_wait(&waited, 1);
}
