// Functions that only their arguments lead to, in templates. A memory order or
// a launch policy stays std's and leads to std's function, so the name is
// edited by what the instantiations say; what has an argument of ours is found
// as ours.
// flags: -std=c++20
// run
#include <atomic>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>

namespace own {
struct Tag {
  int value;
};
int atomic_load(const Tag* tag) { return tag->value; }
void atomic_thread_fence(Tag) {}
struct Other {};
void atomic_signal_fence(Other) {}
}  // namespace own

template <class F>
auto Run(F f) {
  return async(std::launch::async, f);
}
template <class P>
auto RunBy(P policy) {
  return async(policy, [] { return 2; });
}
template <class Order>
void SignalFence(Order order) {
  atomic_signal_fence(order);
}
// Std's and the program's own: one text cannot be both.
template <class Order>
void Fence(Order order) {
  atomic_thread_fence(order);
}
template <class A>
int Load(A* a) {
  return atomic_load(a);
}
template <class S>
auto LoadShared(S* shared) {
  return atomic_load_explicit(shared, std::memory_order_acquire);
}
template <class C, class L>
void AtExit(C& condition, L lock) {
  notify_all_at_thread_exit(condition, std::move(lock));
}
template <class O, class F>
void Once(O& flag, F f) {
  call_once(flag, f);
}
template <class T>
struct Nested {
  template <class Order>
  static void Out(Order order);
};
template <class T>
template <class Order>
void Nested<T>::Out(Order order) {
  atomic_thread_fence(order);
}
template <class Order>
void Never(Order order) {
  atomic_thread_fence(order);
}

int main() {
  std::atomic<int> a{1};
  own::Tag tag{2};
  auto shared = std::make_shared<int>(3);
  std::once_flag flag;
  SignalFence(std::memory_order_acquire);
  Nested<int>::Out(std::memory_order_acquire);
  Fence(std::memory_order_acquire);
  Fence(tag);
  Once(flag, [] {});
  auto generic = [](auto order) { atomic_signal_fence(order); };
  generic(std::memory_order_seq_cst);
  const int results = Run([] { return 1; }).get() +
                      RunBy(std::launch::deferred).get() + Load(&a) +
                      Load(&tag) + *LoadShared(&shared);
  return results - 9;
}
