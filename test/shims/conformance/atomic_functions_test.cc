// The free functions on atomic objects, flags and shared pointers; fences.
#include <memory>

#include "test/shims/conformance/tested.h"

namespace {

TEST(AtomicFunctionsTest, LoadStoreExchange) {
  tested::atomic<long> number;
  tested::atomic_init(&number, 1);
  EXPECT_EQ(1, tested::atomic_load(&number));
  tested::atomic_store(&number, 2);
  tested::atomic_store_explicit(&number, 3, std::memory_order_release);
  EXPECT_EQ(3,
            tested::atomic_load_explicit(&number, std::memory_order_acquire));
  EXPECT_EQ(3, tested::atomic_exchange(&number, 4));
  EXPECT_EQ(4, tested::atomic_exchange_explicit(&number, 5,
                                                std::memory_order_relaxed));
  EXPECT_TRUE(tested::atomic_is_lock_free(&number));
  EXPECT_EQ(5, atomic_load(&number));  // Found by its argument.
}

TEST(AtomicFunctionsTest, CompareExchange) {
  tested::atomic<int> number(1);
  int expected = 2;
  EXPECT_FALSE(tested::atomic_compare_exchange_strong(&number, &expected, 3));
  EXPECT_EQ(1, expected);
  EXPECT_TRUE(tested::atomic_compare_exchange_strong_explicit(
      &number, &expected, 3, std::memory_order_acq_rel,
      std::memory_order_acquire));
  expected = 3;
  while (!tested::atomic_compare_exchange_weak(&number, &expected, 4)) {
  }
  while (!tested::atomic_compare_exchange_weak_explicit(
      &number, &expected, 5, std::memory_order_release,
      std::memory_order_relaxed)) {
  }
  EXPECT_EQ(5, number.load());
}

TEST(AtomicFunctionsTest, Arithmetic) {
  tested::atomic<int> number(8);
  const std::memory_order order = std::memory_order_relaxed;
  EXPECT_EQ(8, tested::atomic_fetch_add(&number, 1));
  EXPECT_EQ(9, tested::atomic_fetch_add_explicit(&number, 1, order));
  EXPECT_EQ(10, tested::atomic_fetch_sub(&number, 1));
  EXPECT_EQ(9, tested::atomic_fetch_sub_explicit(&number, 1, order));
  EXPECT_EQ(8, tested::atomic_fetch_or(&number, 1));
  EXPECT_EQ(9, tested::atomic_fetch_or_explicit(&number, 2, order));
  EXPECT_EQ(11, tested::atomic_fetch_and(&number, 3));
  EXPECT_EQ(3, tested::atomic_fetch_and_explicit(&number, 1, order));
  EXPECT_EQ(1, tested::atomic_fetch_xor(&number, 3));
  EXPECT_EQ(2, tested::atomic_fetch_xor_explicit(&number, 3, order));
  EXPECT_EQ(1, number.load());
  int numbers[2] = {};
  tested::atomic<int*> pointer(numbers);
  EXPECT_EQ(numbers, tested::atomic_fetch_add(&pointer, 1));
}

TEST(AtomicFunctionsTest, VolatileObjects) {
  volatile tested::atomic<int> number(1);
  tested::atomic_store(&number, 2);
  EXPECT_EQ(2, tested::atomic_fetch_add(&number, 1));
  EXPECT_EQ(3, tested::atomic_load(&number));
}

TEST(AtomicFunctionsTest, Flags) {
  tested::atomic_flag flag = ATOMIC_FLAG_INIT;
  EXPECT_FALSE(tested::atomic_flag_test_and_set(&flag));
  EXPECT_TRUE(tested::atomic_flag_test_and_set_explicit(
      &flag, std::memory_order_acquire));
  tested::atomic_flag_clear(&flag);
  EXPECT_FALSE(tested::atomic_flag_test_and_set(&flag));
  tested::atomic_flag_clear_explicit(&flag, std::memory_order_release);
#if __cplusplus >= 202002L && defined(DETSIM_TEST_SHIMS)
  // libstdc++ 12 lacks these functions.
  EXPECT_FALSE(tested::atomic_flag_test(&flag));
  EXPECT_FALSE(
      tested::atomic_flag_test_explicit(&flag, std::memory_order_acquire));
#endif
}

TEST(AtomicFunctionsTest, FencesReturn) {
  tested::atomic_thread_fence(std::memory_order_seq_cst);
  tested::atomic_signal_fence(std::memory_order_acq_rel);
}

TEST(AtomicFunctionsTest, SharedPointers) {
  std::shared_ptr<int> pointer = std::make_shared<int>(1);
  EXPECT_EQ(1, *tested::atomic_load(&pointer));
  tested::atomic_store(&pointer, std::make_shared<int>(2));
  EXPECT_EQ(2, *tested::atomic_exchange(&pointer, std::make_shared<int>(3)));
  std::shared_ptr<int> expected;
  const std::shared_ptr<int> four = std::make_shared<int>(4);
  EXPECT_FALSE(
      tested::atomic_compare_exchange_strong(&pointer, &expected, four));
  EXPECT_EQ(3, *expected);
  while (!tested::atomic_compare_exchange_weak(&pointer, &expected, four)) {
  }
  EXPECT_EQ(4,
            *tested::atomic_load_explicit(&pointer, std::memory_order_acquire));
  tested::atomic_store_explicit(&pointer, std::shared_ptr<int>(),
                                std::memory_order_release);
  EXPECT_EQ(nullptr, pointer);
  EXPECT_EQ(std::atomic_is_lock_free(&pointer),
            tested::atomic_is_lock_free(&pointer));
}

#if __cplusplus >= 202002L
TEST(AtomicFunctionsTest, WaitAndNotify) {
  tested::atomic<int> number(1);
  tested::atomic_wait(&number, 0);
  tested::atomic_wait_explicit(&number, 2, std::memory_order_acquire);
  tested::thread waiter([&number] { tested::atomic_wait(&number, 1); });
  tested::atomic_store(&number, 3);
  tested::atomic_notify_one(&number);
  tested::atomic_notify_all(&number);
  waiter.join();
#if defined(DETSIM_TEST_SHIMS)
  tested::atomic_flag flag;
  tested::atomic_flag_wait(&flag, true);
  tested::atomic_flag_wait_explicit(&flag, true, std::memory_order_acquire);
  tested::atomic_flag_notify_one(&flag);
  tested::atomic_flag_notify_all(&flag);
#endif
}

#if __cpp_lib_atomic_shared_ptr
// A list node as lock-free code holds one.
struct Node {
  int value;
};

TEST(AtomicSharedPtrTest, LoadsStoresAndExchanges) {
  tested::atomic<std::shared_ptr<Node>> pointer;
  EXPECT_EQ(nullptr, pointer.load());
  pointer = std::make_shared<Node>(1);
  EXPECT_EQ(1, pointer.load()->value);
  pointer.store(std::make_shared<Node>(2), std::memory_order_release);
  const std::shared_ptr<Node> old = pointer.exchange(nullptr);
  EXPECT_EQ(2, old->value);
  std::shared_ptr<Node> expected = old;
  EXPECT_FALSE(pointer.compare_exchange_strong(expected, old));
  EXPECT_EQ(nullptr, expected);
  while (!pointer.compare_exchange_weak(expected, old)) {
  }
  const std::shared_ptr<Node> now = pointer;
  EXPECT_EQ(old, now);
  pointer.store(nullptr);
  pointer.wait(old);
  EXPECT_EQ(nullptr, pointer.load());
}

TEST(AtomicSharedPtrTest, ComparesOwnersToo) {
  const auto owner = std::make_shared<Node>(1);
  const auto other_owner = std::make_shared<Node>(2);
  tested::atomic<std::shared_ptr<Node>> pointer(owner);
  std::shared_ptr<Node> alias(other_owner, owner.get());
  EXPECT_FALSE(pointer.compare_exchange_strong(alias, nullptr));
  EXPECT_EQ(owner, pointer.load());
  EXPECT_FALSE(alias.owner_before(owner) || owner.owner_before(alias));
}

TEST(AtomicSharedPtrTest, NotifyWakesAWaiter) {
  const auto old = std::make_shared<Node>(1);
  tested::atomic<std::shared_ptr<Node>> pointer(old);
  tested::thread waiter([&] { pointer.wait(old); });
  pointer = std::make_shared<Node>(2);
  pointer.notify_one();
  waiter.join();
  EXPECT_EQ(1, old.use_count());
}

TEST(AtomicWeakPtrTest, LoadsStoresAndExchanges) {
  const auto owner = std::make_shared<Node>(1);
  tested::atomic<std::weak_ptr<Node>> pointer;
  EXPECT_TRUE(pointer.load().expired());
  pointer = std::weak_ptr<Node>(owner);
  EXPECT_EQ(owner, pointer.load().lock());
  std::weak_ptr<Node> expected = owner;
  EXPECT_TRUE(pointer.compare_exchange_strong(expected, std::weak_ptr<Node>()));
  EXPECT_TRUE(pointer.exchange(owner).expired());
}
#endif
#endif

}  // namespace
