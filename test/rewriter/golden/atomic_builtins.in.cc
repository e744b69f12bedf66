// The atomic builtins: as spelled, in macros, in templates.
#include <atomic>

#define LOAD(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define PASTE(op, p) __sync_##op(p, 1)

template <typename A, typename B>
struct Shared {
  static A value;
};

template <typename T>
T Increment(T* object) {
  __sync_synchronize();
  __sync_fetch_and_add(object, 1);
  return __atomic_add_fetch(object, 1, __ATOMIC_SEQ_CST);
}

int Use(int* number) {
  bool byte = false;
  __atomic_store_n(number, LOAD(number), __ATOMIC_RELEASE);
  __atomic_store_n(number, __atomic_load_n(number, 0), __ATOMIC_RELEASE);
  __sync_fetch_and_add(number, 1);
  __sync_bool_compare_and_swap(number, 1, 2);
  __atomic_test_and_set(&byte, __ATOMIC_SEQ_CST);
  __atomic_clear(&byte, __ATOMIC_SEQ_CST);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_load_n(&Shared<int, long>::value, __ATOMIC_SEQ_CST);
  // A question about a type: no operation.
  if (__atomic_always_lock_free(sizeof(int), nullptr)) return 0;
  // Made by pasting tokens: stays, and is reported.
  return PASTE(fetch_and_add, number) + Increment(number);
}
