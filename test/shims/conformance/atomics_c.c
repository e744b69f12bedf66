/* <stdatomic.h> and the atomic builtins in strict C11. */
#include "test/shims/conformance/atomics_c.h"

#include <stdatomic.h>
#include <stddef.h>

#include "test/shims/conformance/tested_posix.h"

/* What it warns of (nand since GCC 4.4) is what is meant. */
#pragma clang diagnostic ignored "-Wsync-fetch-and-nand-semantics-changed"

#define CHECK(condition) \
  if (!(condition)) return __LINE__

int CheckStdatomic(void) {
  atomic_int number = ATOMIC_VAR_INIT(1);
  _Atomic unsigned char small = 255;
  int expected = 5;
  atomic_init(&number, 2);
  CHECK(TESTED(atomic_load)(&number) == 2);
  TESTED(atomic_store)(&number, 3);
  TESTED(atomic_store_explicit)(&number, 4, memory_order_release);
  CHECK(TESTED(atomic_load_explicit)(&number, memory_order_acquire) == 4);
  CHECK(TESTED(atomic_exchange)(&number, 5) == 4);
  CHECK(TESTED(atomic_exchange_explicit)(&number, 6, memory_order_relaxed) ==
        5);
  CHECK(!TESTED(atomic_compare_exchange_strong)(&number, &expected, 7));
  CHECK(expected == 6);
  CHECK(TESTED(atomic_compare_exchange_strong_explicit)(
      &number, &expected, 7, memory_order_acq_rel, memory_order_relaxed));
  expected = 1;
  CHECK(!TESTED(atomic_compare_exchange_weak)(&number, &expected, 8));
  CHECK(expected == 7);
  while (!TESTED(atomic_compare_exchange_weak_explicit)(
      &number, &expected, 8, memory_order_seq_cst, memory_order_relaxed)) {
    CHECK(expected == 7);
  }
  CHECK(TESTED(atomic_fetch_add)(&number, 4) == 8);
  CHECK(TESTED(atomic_fetch_add_explicit)(&number, 1, memory_order_relaxed) ==
        12);
  CHECK(TESTED(atomic_fetch_sub)(&number, 2) == 13);
  CHECK(TESTED(atomic_fetch_sub_explicit)(&number, 1, memory_order_relaxed) ==
        11);
  CHECK(TESTED(atomic_fetch_or)(&number, 5) == 10);
  CHECK(TESTED(atomic_fetch_and)(&number, 6) == 15);
  CHECK(TESTED(atomic_fetch_xor)(&number, 3) == 6);
  CHECK(TESTED(atomic_load)(&number) == 5);
  TESTED(atomic_thread_fence)(memory_order_seq_cst);
  TESTED(atomic_signal_fence)(memory_order_seq_cst);
  CHECK(TESTED(atomic_fetch_add)(&small, 1) == 255);
  CHECK(TESTED(atomic_load)(&small) == 0);
  /* The value has the object's type, unlike the operands. */
  CHECK(sizeof(TESTED(atomic_exchange)(&small, 300)) == 1);
  CHECK(TESTED(atomic_exchange)(&small, 300) == 0);
  CHECK(TESTED(atomic_load)(&small) == 44);
  return 0;
}

int CheckStdatomicPointersAndStructs(void) {
  struct Pair {
    int first, second;
  };
  struct Large {
    long numbers[5];
  };
  static int array[4];
  _Atomic(int*) pointer = NULL;
  int* expected = NULL;
  _Atomic(struct Pair) pair;
  _Atomic(struct Large) large;
  struct Pair one = {1, 2}, two;
  struct Large many = {{1, 2, 3, 4, 5}};
  TESTED(atomic_store)(&pointer, 0);
  CHECK(TESTED(atomic_compare_exchange_strong)(&pointer, &expected, &array[1]));
  CHECK(TESTED(atomic_fetch_add)(&pointer, 2) == &array[1]);
  CHECK(TESTED(atomic_fetch_sub)(&pointer, 3) == &array[3]);
  CHECK(TESTED(atomic_load)(&pointer) == array);
  TESTED(atomic_store)(&pair, one);
  two = TESTED(atomic_load)(&pair);
  CHECK(two.first == 1 && two.second == 2);
  two.first = 3;
  CHECK(TESTED(atomic_compare_exchange_strong)(&pair, &one, two));
  CHECK(TESTED(atomic_exchange)(&pair, one).first == 3);
  TESTED(atomic_store)(&large, many);
  many.numbers[4] = 0;
  many = TESTED(atomic_load)(&large);
  CHECK(many.numbers[4] == 5);
  return 0;
}

int CheckC11Builtins(void) {
  _Atomic int number = 1;
  int expected = 9;
  TESTED(__c11_atomic_store)(&number, 2, __ATOMIC_SEQ_CST);
  CHECK(TESTED(__c11_atomic_load)(&number, __ATOMIC_SEQ_CST) == 2);
  CHECK(TESTED(__c11_atomic_exchange)(&number, 3, __ATOMIC_SEQ_CST) == 2);
  CHECK(!TESTED(__c11_atomic_compare_exchange_strong)(
      &number, &expected, 4, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  while (!TESTED(__c11_atomic_compare_exchange_weak)(
      &number, &expected, 4, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    CHECK(expected == 3);
  }
  CHECK(TESTED(__c11_atomic_fetch_add)(&number, 3, __ATOMIC_SEQ_CST) == 4);
  CHECK(TESTED(__c11_atomic_fetch_sub)(&number, 1, __ATOMIC_SEQ_CST) == 7);
  CHECK(TESTED(__c11_atomic_fetch_and)(&number, 5, __ATOMIC_SEQ_CST) == 6);
  CHECK(TESTED(__c11_atomic_fetch_or)(&number, 3, __ATOMIC_SEQ_CST) == 4);
  CHECK(TESTED(__c11_atomic_fetch_xor)(&number, 1, __ATOMIC_SEQ_CST) == 7);
  CHECK(TESTED(__c11_atomic_fetch_nand)(&number, 2, __ATOMIC_SEQ_CST) == 6);
  CHECK(TESTED(__c11_atomic_fetch_max)(&number, 8, __ATOMIC_SEQ_CST) == ~2);
  CHECK(TESTED(__c11_atomic_fetch_min)(&number, 5, __ATOMIC_SEQ_CST) == 8);
  TESTED(__c11_atomic_thread_fence)(__ATOMIC_SEQ_CST);
  TESTED(__c11_atomic_signal_fence)(__ATOMIC_SEQ_CST);
  CHECK(number == 5);
  return 0;
}

int CheckAtomicFlag(void) {
  static atomic_flag flag = ATOMIC_FLAG_INIT;
  CHECK(!TESTED(atomic_flag_test_and_set)(&flag));
  CHECK(TESTED(atomic_flag_test_and_set_explicit)(&flag, memory_order_acquire));
  TESTED(atomic_flag_clear)(&flag);
  CHECK(!TESTED(atomic_flag_test_and_set)(&flag));
  TESTED(atomic_flag_clear_explicit)(&flag, memory_order_release);
  CHECK(!TESTED(atomic_flag_test_and_set)(&flag));
  return 0;
}

static int evaluated;
static int* Evaluate(int* object) {
  ++evaluated;
  return object;
}

int CheckGnuBuiltinsInC(void) {
  int number = 1, expected = 5, result = 0, value = 9;
  char byte = 0;
  void* pointer = &number;
  TESTED(__atomic_store_n)(&pointer, 0, __ATOMIC_RELEASE);
  CHECK(TESTED(__atomic_load_n)(&pointer, __ATOMIC_ACQUIRE) == NULL);
  CHECK(TESTED(__atomic_exchange_n)(&pointer, &value, __ATOMIC_SEQ_CST) ==
        NULL);
  evaluated = 0;
  CHECK(TESTED(__atomic_fetch_add)(Evaluate(&number), 1, __ATOMIC_SEQ_CST) ==
        1);
  CHECK(evaluated == 1);
  /* One inside the other. */
  TESTED(__atomic_store_n)
  (&number, TESTED(__atomic_add_fetch)(&number, 2, __ATOMIC_SEQ_CST) + 1,
   __ATOMIC_SEQ_CST);
  CHECK(number == 5);
  TESTED(__atomic_load)(&number, &result, __ATOMIC_SEQ_CST);
  CHECK(result == 5);
  TESTED(__atomic_store)(&number, &value, __ATOMIC_SEQ_CST);
  value = 10;
  TESTED(__atomic_exchange)(&number, &value, &result, __ATOMIC_SEQ_CST);
  CHECK(result == 9 && number == 10);
  CHECK(!TESTED(__atomic_compare_exchange_n)(
      &number, &expected, 11, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  CHECK(expected == 10);
  while (!TESTED(__atomic_compare_exchange_n)(
      &number, &expected, 11, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    CHECK(expected == 10);
  }
  expected = 11;
  value = 12;
  CHECK(TESTED(__atomic_compare_exchange)(&number, &expected, &value, 0,
                                          __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  CHECK(TESTED(__atomic_nand_fetch)(&number, 4, __ATOMIC_SEQ_CST) == ~4);
  CHECK(TESTED(__atomic_fetch_or)(&number, 4, __ATOMIC_SEQ_CST) == ~4);
  CHECK(TESTED(__atomic_and_fetch)(&number, 3, __ATOMIC_SEQ_CST) == 3);
  CHECK(TESTED(__atomic_xor_fetch)(&number, 1, __ATOMIC_SEQ_CST) == 2);
  CHECK(TESTED(__atomic_fetch_max)(&number, 7, __ATOMIC_SEQ_CST) == 2);
  CHECK(TESTED(__atomic_fetch_min)(&number, 1, __ATOMIC_SEQ_CST) == 7);
  CHECK(TESTED(__atomic_max_fetch)(&number, 3, __ATOMIC_SEQ_CST) == 3);
  CHECK(TESTED(__atomic_min_fetch)(&number, 2, __ATOMIC_SEQ_CST) == 2);
  CHECK(TESTED(__atomic_or_fetch)(&number, 5, __ATOMIC_SEQ_CST) == 7);
  CHECK(!TESTED(__atomic_test_and_set)(&byte, __ATOMIC_SEQ_CST));
  CHECK(TESTED(__atomic_test_and_set)(&byte, __ATOMIC_SEQ_CST));
  TESTED(__atomic_clear)(&byte, __ATOMIC_SEQ_CST);
  CHECK(byte == 0);
  TESTED(__atomic_thread_fence)(__ATOMIC_SEQ_CST);
  TESTED(__atomic_signal_fence)(__ATOMIC_SEQ_CST);
  return 0;
}

int CheckSyncBuiltinsInC(void) {
  int number = 1, other = 0;
  int* pointer = NULL;
  CHECK(TESTED(__sync_fetch_and_add)(&number, 2) == 1);
  CHECK(TESTED(__sync_add_and_fetch)(&number, 2, &other) == 5);
  CHECK(TESTED(__sync_fetch_and_sub)(&number, 1) == 5);
  CHECK(TESTED(__sync_or_and_fetch)(&number, 3) == 7);
  CHECK(TESTED(__sync_fetch_and_and)(&number, 5) == 7);
  CHECK(TESTED(__sync_xor_and_fetch)(&number, 1) == 4);
  CHECK(TESTED(__sync_fetch_and_xor)(&number, 3) == 4);
  CHECK(TESTED(__sync_and_and_fetch)(&number, 5) == 5);
  CHECK(TESTED(__sync_fetch_and_nand)(&number, 4) == 5);
  CHECK(TESTED(__sync_nand_and_fetch)(&number, 4) == -1);
  CHECK(TESTED(__sync_sub_and_fetch)(&number, -5) == 4);
  CHECK(TESTED(__sync_bool_compare_and_swap)(&number, 4, 6));
  CHECK(!TESTED(__sync_bool_compare_and_swap)(&number, 4, 7));
  CHECK(TESTED(__sync_val_compare_and_swap)(&number, 6, 8) == 6);
  CHECK(TESTED(__sync_bool_compare_and_swap)(&pointer, 0, &number));
  CHECK(TESTED(__sync_lock_test_and_set)(&other, 1) == 0);
  CHECK(TESTED(__sync_lock_test_and_set)(&other, 1) == 1);
  TESTED(__sync_lock_release)(&other);
  CHECK(other == 0);
  TESTED(__sync_synchronize)();
  return 0;
}

static atomic_int counter;

static void* Count(void* argument) {
  const int times = *(const int*)argument;
  int i;
  for (i = 0; i < times; ++i) TESTED(atomic_fetch_add)(&counter, 1);
  return NULL;
}

int CountWithStdatomic(int times) {
  pthread_t one, two;
  TESTED(atomic_store)(&counter, 0);
  if (TESTED(pthread_create)(&one, NULL, Count, &times)) return -1;
  if (TESTED(pthread_create)(&two, NULL, Count, &times)) return -1;
  TESTED(pthread_join)(one, NULL);
  TESTED(pthread_join)(two, NULL);
  return TESTED(atomic_load)(&counter);
}
