#include <stdatomic.h>
#include <stddef.h>

#include "detsim/posix/atomic_builtins.h"
#include "detsim/posix/stdatomic.h"
#include "test/shims/pairing.h"

typedef struct Large {
  long numbers[5];
} Large;

static atomic_int number;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(Large) large;
static int plain;
static Large plain_large, other_large;

static void Stdatomic(void) {
  int expected = detsim_atomic_load(&number);
  detsim_atomic_store(&number, 1);
  detsim_atomic_exchange(&number, 2);
  detsim_atomic_fetch_sub(&number, 1);
  detsim_atomic_compare_exchange_weak(&number, &expected, 3);
  detsim_atomic_compare_exchange_strong(&number, &expected, 3);
  detsim_atomic_flag_test_and_set(&flag);
  detsim_atomic_flag_clear(&flag);
  detsim_atomic_thread_fence(memory_order_seq_cst);
}

static void Operators(void) {
  int value = detsim_atomic_object(DETSIM_ATOMIC_LOAD, number);
  detsim_atomic_object(DETSIM_ATOMIC_STORE, number) = value;
  detsim_atomic_object(DETSIM_ATOMIC_RMW, number)++;
  --detsim_atomic_object(DETSIM_ATOMIC_RMW, number);
  detsim_atomic_object(DETSIM_ATOMIC_RMW, number) |= value;
  detsim_atomic_object(DETSIM_ATOMIC_STORE, number) =
      detsim_atomic_object(DETSIM_ATOMIC_LOAD, number) + 1;
}

static void LargeStdatomic(void) {
  Large value = detsim_atomic_load(&large), expected = value;
  detsim_atomic_store(&large, value);
  detsim_atomic_compare_exchange_weak(&large, &expected, value);
}

static void Builtins(void) {
  int expected = detsim___atomic_load_n(&plain, __ATOMIC_SEQ_CST);
  detsim___atomic_store_n(&plain, 1, __ATOMIC_SEQ_CST);
  detsim___atomic_add_fetch(&plain, 1, __ATOMIC_SEQ_CST);
  detsim___atomic_compare_exchange_n(&plain, &expected, 4, 1, __ATOMIC_SEQ_CST,
                                     __ATOMIC_RELAXED);
  detsim___sync_fetch_and_or(&plain, 1);
  detsim___sync_val_compare_and_swap(&plain, 1, 2);
  detsim___sync_lock_release(&plain);
  detsim___sync_synchronize();
}

static void LargeBuiltins(void) {
  detsim___atomic_load(&plain_large, &other_large, __ATOMIC_SEQ_CST);
  detsim___atomic_compare_exchange(&plain_large, &other_large, &other_large, 1,
                                   __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
}

const AtomicOperation kCOperations[] = {
    {"stdatomic", Stdatomic},
    {"operators on _Atomic", Operators},
    {"stdatomic, a large object", LargeStdatomic},
    {"builtins in C", Builtins},
    {"builtins in C, a large object", LargeBuiltins},
    {NULL, NULL}};
