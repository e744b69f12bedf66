// <stdatomic.h>: macros over builtins.
#include <stdatomic.h>

#define INCREMENT(p) atomic_fetch_add(p, 1)
#define LOAD atomic_load_explicit

static atomic_int number = ATOMIC_VAR_INIT(0);
static atomic_flag flag = ATOMIC_FLAG_INIT;
// A name like one of them that is something else.
struct load {
  int atomic_load;
};

int use(struct load *other) {
  int expected = atomic_load(&number);
  atomic_init(&number, 1);
  atomic_store(&number, atomic_load(&number) + 1);
  atomic_store_explicit(&number, 2, memory_order_release);
  atomic_compare_exchange_weak(&number, &expected, 3);
  INCREMENT(&number);
  atomic_flag_test_and_set(&flag);
  atomic_flag_clear(&flag);
  atomic_thread_fence(memory_order_seq_cst);
  if (atomic_is_lock_free(&number)) return 0;
  return LOAD(&number, memory_order_relaxed) + other->atomic_load;
}
