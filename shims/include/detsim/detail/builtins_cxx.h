// GCC's atomic builtins in C++; see posix/atomic_builtins.h. Parameters whose
// type the object decides are converted as the builtin would.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_CXX_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_CXX_H_
#pragma GCC system_header

#include "detsim/detail/builtins_c11.h"
#include "detsim/detail/config.h"

namespace detsim {
namespace builtin {

// What an object holds: T without its qualifiers.
template <typename T>
struct Held {
  using type = T;
};
template <typename T>
struct Held<const T> : Held<T> {};
template <typename T>
struct Held<volatile T> : Held<T> {};
template <typename T>
struct Held<const volatile T> : Held<T> {};
template <typename T>
using Value = typename Held<T>::type;

template <typename T>
DETSIM_INLINE void Announce(int operation, T* object) {
  DETSIM_BUILTIN_ANNOUNCE(operation, object);
}

template <typename T>
DETSIM_INLINE Value<T> LoadN(T* object, int order) {
  Announce(DETSIM_ATOMIC_LOAD, object);
  return __atomic_load_n(object, order);
}
template <typename T, typename Result>
DETSIM_INLINE void Load(T* object, Result* result, int order) {
  Announce(DETSIM_ATOMIC_LOAD, object);
  __atomic_load(object, result, order);
}
template <typename T>
DETSIM_INLINE void StoreN(T* object, Value<T> value, int order) {
  Announce(DETSIM_ATOMIC_STORE, object);
  __atomic_store_n(object, value, order);
}
template <typename T, typename Source>
DETSIM_INLINE void Store(T* object, Source* value, int order) {
  Announce(DETSIM_ATOMIC_STORE, object);
  __atomic_store(object, value, order);
}
template <typename T>
DETSIM_INLINE Value<T> ExchangeN(T* object, Value<T> value, int order) {
  Announce(DETSIM_ATOMIC_RMW, object);
  return __atomic_exchange_n(object, value, order);
}
template <typename T, typename Source, typename Result>
DETSIM_INLINE void Exchange(T* object, Source* value, Result* result,
                            int order) {
  Announce(DETSIM_ATOMIC_RMW, object);
  __atomic_exchange(object, value, result, order);
}

// Whether a compare-exchange, announced here, fails spuriously. Then it tells
// the current value.
template <typename T, typename Expected>
DETSIM_INLINE bool Fails(T* object, Expected* expected, bool weak) {
  if (!weak) {
    Announce(DETSIM_ATOMIC_RMW, object);
    return false;
  }
  if (detsim_atomic_weak(object) != 0) {
    __atomic_load(object, expected, __ATOMIC_SEQ_CST);
    return true;
  }
  DETSIM_BUILTIN_PAIR(object);
  return false;
}
template <typename T, typename Expected>
DETSIM_INLINE bool CompareExchangeN(T* object, Expected* expected,
                                    Value<T> desired, bool weak, int success,
                                    int failure) {
  return !Fails(object, expected, weak) &&
         __atomic_compare_exchange_n(object, expected, desired, false, success,
                                     failure);
}
template <typename T, typename Expected, typename Desired>
DETSIM_INLINE bool CompareExchange(T* object, Expected* expected,
                                   Desired* desired, bool weak, int success,
                                   int failure) {
  return !Fails(object, expected, weak) &&
         __atomic_compare_exchange(object, expected, desired, false, success,
                                   failure);
}

// These two act on one byte, whatever `object` points to.
template <typename T>
DETSIM_INLINE bool TestAndSet(T* object, int order) {
  detsim_atomic(DETSIM_ATOMIC_RMW, object);
  return __atomic_test_and_set(object, order);
}
template <typename T>
DETSIM_INLINE void Clear(T* object, int order) {
  detsim_atomic(DETSIM_ATOMIC_STORE, object);
  __atomic_clear(object, order);
}
DETSIM_INLINE void ThreadFence(int order) {
  detsim_atomic(DETSIM_ATOMIC_FENCE, nullptr);
  __atomic_thread_fence(order);
}

#define DETSIM_BUILTIN_FETCH(name)                                     \
  template <typename T, typename Operand>                              \
  DETSIM_INLINE Value<T> name(T* object, Operand operand, int order) { \
    Announce(DETSIM_ATOMIC_RMW, object);                               \
    return __atomic_##name(object, operand, order);                    \
  }
DETSIM_BUILTIN_FETCH(fetch_add)
DETSIM_BUILTIN_FETCH(fetch_sub)
DETSIM_BUILTIN_FETCH(fetch_and)
DETSIM_BUILTIN_FETCH(fetch_xor)
DETSIM_BUILTIN_FETCH(fetch_or)
DETSIM_BUILTIN_FETCH(fetch_nand)
DETSIM_BUILTIN_FETCH(add_fetch)
DETSIM_BUILTIN_FETCH(sub_fetch)
DETSIM_BUILTIN_FETCH(and_fetch)
DETSIM_BUILTIN_FETCH(xor_fetch)
DETSIM_BUILTIN_FETCH(or_fetch)
DETSIM_BUILTIN_FETCH(nand_fetch)
DETSIM_BUILTIN_FETCH(fetch_min)
DETSIM_BUILTIN_FETCH(fetch_max)
DETSIM_BUILTIN_FETCH(min_fetch)
DETSIM_BUILTIN_FETCH(max_fetch)
#undef DETSIM_BUILTIN_FETCH

// The old ones: after the value may come a list of variables that they
// protect, which means nothing.
#define DETSIM_BUILTIN_SYNC_FETCH(name)                                      \
  template <typename T, typename... Protected>                               \
  DETSIM_INLINE Value<T> name(T* object, Value<T> operand, Protected&&...) { \
    Announce(DETSIM_ATOMIC_RMW, object);                                     \
    return __sync_##name(object, operand);                                   \
  }
DETSIM_BUILTIN_SYNC_FETCH(fetch_and_add)
DETSIM_BUILTIN_SYNC_FETCH(fetch_and_sub)
DETSIM_BUILTIN_SYNC_FETCH(fetch_and_and)
DETSIM_BUILTIN_SYNC_FETCH(fetch_and_xor)
DETSIM_BUILTIN_SYNC_FETCH(fetch_and_or)
DETSIM_BUILTIN_SYNC_FETCH(fetch_and_nand)
DETSIM_BUILTIN_SYNC_FETCH(add_and_fetch)
DETSIM_BUILTIN_SYNC_FETCH(sub_and_fetch)
DETSIM_BUILTIN_SYNC_FETCH(and_and_fetch)
DETSIM_BUILTIN_SYNC_FETCH(xor_and_fetch)
DETSIM_BUILTIN_SYNC_FETCH(or_and_fetch)
DETSIM_BUILTIN_SYNC_FETCH(nand_and_fetch)
#undef DETSIM_BUILTIN_SYNC_FETCH

template <typename T, typename... Protected>
DETSIM_INLINE bool BoolCompareAndSwap(T* object, Value<T> expected,
                                      Value<T> desired, Protected&&...) {
  Announce(DETSIM_ATOMIC_RMW, object);
  return __sync_bool_compare_and_swap(object, expected, desired);
}
template <typename T, typename... Protected>
DETSIM_INLINE Value<T> ValCompareAndSwap(T* object, Value<T> expected,
                                         Value<T> desired, Protected&&...) {
  Announce(DETSIM_ATOMIC_RMW, object);
  return __sync_val_compare_and_swap(object, expected, desired);
}
template <typename T, typename... Protected>
DETSIM_INLINE Value<T> LockTestAndSet(T* object, Value<T> value,
                                      Protected&&...) {
  Announce(DETSIM_ATOMIC_RMW, object);
  return __sync_lock_test_and_set(object, value);
}
template <typename T, typename... Protected>
DETSIM_INLINE Value<T> Swap(T* object, Value<T> value, Protected&&...) {
  Announce(DETSIM_ATOMIC_RMW, object);
  return __sync_swap(object, value);
}
template <typename T, typename... Protected>
DETSIM_INLINE void LockRelease(T* object, Protected&&...) {
  Announce(DETSIM_ATOMIC_STORE, object);
  __sync_lock_release(object);
}
DETSIM_INLINE void Synchronize() {
  detsim_atomic(DETSIM_ATOMIC_FENCE, nullptr);
  __sync_synchronize();
}

}  // namespace builtin
}  // namespace detsim

#define detsim___atomic_load_n(...) ::detsim::builtin::LoadN(__VA_ARGS__)
#define detsim___atomic_load(...) ::detsim::builtin::Load(__VA_ARGS__)
#define detsim___atomic_store_n(...) ::detsim::builtin::StoreN(__VA_ARGS__)
#define detsim___atomic_store(...) ::detsim::builtin::Store(__VA_ARGS__)
#define detsim___atomic_exchange_n(...) \
  ::detsim::builtin::ExchangeN(__VA_ARGS__)
#define detsim___atomic_exchange(...) ::detsim::builtin::Exchange(__VA_ARGS__)
#define detsim___atomic_compare_exchange_n(...) \
  ::detsim::builtin::CompareExchangeN(__VA_ARGS__)
#define detsim___atomic_compare_exchange(...) \
  ::detsim::builtin::CompareExchange(__VA_ARGS__)
#define detsim___atomic_test_and_set(...) \
  ::detsim::builtin::TestAndSet(__VA_ARGS__)
#define detsim___atomic_clear(...) ::detsim::builtin::Clear(__VA_ARGS__)
#define detsim___atomic_thread_fence(...) \
  ::detsim::builtin::ThreadFence(__VA_ARGS__)
#define detsim___atomic_fetch_add(...) ::detsim::builtin::fetch_add(__VA_ARGS__)
#define detsim___atomic_fetch_sub(...) ::detsim::builtin::fetch_sub(__VA_ARGS__)
#define detsim___atomic_fetch_and(...) ::detsim::builtin::fetch_and(__VA_ARGS__)
#define detsim___atomic_fetch_xor(...) ::detsim::builtin::fetch_xor(__VA_ARGS__)
#define detsim___atomic_fetch_or(...) ::detsim::builtin::fetch_or(__VA_ARGS__)
#define detsim___atomic_fetch_nand(...) \
  ::detsim::builtin::fetch_nand(__VA_ARGS__)
#define detsim___atomic_add_fetch(...) ::detsim::builtin::add_fetch(__VA_ARGS__)
#define detsim___atomic_sub_fetch(...) ::detsim::builtin::sub_fetch(__VA_ARGS__)
#define detsim___atomic_and_fetch(...) ::detsim::builtin::and_fetch(__VA_ARGS__)
#define detsim___atomic_xor_fetch(...) ::detsim::builtin::xor_fetch(__VA_ARGS__)
#define detsim___atomic_or_fetch(...) ::detsim::builtin::or_fetch(__VA_ARGS__)
#define detsim___atomic_nand_fetch(...) \
  ::detsim::builtin::nand_fetch(__VA_ARGS__)
#define detsim___atomic_fetch_min(...) ::detsim::builtin::fetch_min(__VA_ARGS__)
#define detsim___atomic_fetch_max(...) ::detsim::builtin::fetch_max(__VA_ARGS__)
#define detsim___atomic_min_fetch(...) ::detsim::builtin::min_fetch(__VA_ARGS__)
#define detsim___atomic_max_fetch(...) ::detsim::builtin::max_fetch(__VA_ARGS__)
// Orders nothing between threads: no operation.
#define detsim___atomic_signal_fence(order) __atomic_signal_fence(order)

#define detsim___sync_bool_compare_and_swap(...) \
  ::detsim::builtin::BoolCompareAndSwap(__VA_ARGS__)
#define detsim___sync_val_compare_and_swap(...) \
  ::detsim::builtin::ValCompareAndSwap(__VA_ARGS__)
#define detsim___sync_lock_test_and_set(...) \
  ::detsim::builtin::LockTestAndSet(__VA_ARGS__)
#define detsim___sync_swap(...) ::detsim::builtin::Swap(__VA_ARGS__)
#define detsim___sync_lock_release(...) \
  ::detsim::builtin::LockRelease(__VA_ARGS__)
#define detsim___sync_synchronize(...) \
  ::detsim::builtin::Synchronize(__VA_ARGS__)
#define detsim___sync_fetch_and_add(...) \
  ::detsim::builtin::fetch_and_add(__VA_ARGS__)
#define detsim___sync_fetch_and_sub(...) \
  ::detsim::builtin::fetch_and_sub(__VA_ARGS__)
#define detsim___sync_fetch_and_and(...) \
  ::detsim::builtin::fetch_and_and(__VA_ARGS__)
#define detsim___sync_fetch_and_xor(...) \
  ::detsim::builtin::fetch_and_xor(__VA_ARGS__)
#define detsim___sync_fetch_and_or(...) \
  ::detsim::builtin::fetch_and_or(__VA_ARGS__)
#define detsim___sync_fetch_and_nand(...) \
  ::detsim::builtin::fetch_and_nand(__VA_ARGS__)
#define detsim___sync_add_and_fetch(...) \
  ::detsim::builtin::add_and_fetch(__VA_ARGS__)
#define detsim___sync_sub_and_fetch(...) \
  ::detsim::builtin::sub_and_fetch(__VA_ARGS__)
#define detsim___sync_and_and_fetch(...) \
  ::detsim::builtin::and_and_fetch(__VA_ARGS__)
#define detsim___sync_xor_and_fetch(...) \
  ::detsim::builtin::xor_and_fetch(__VA_ARGS__)
#define detsim___sync_or_and_fetch(...) \
  ::detsim::builtin::or_and_fetch(__VA_ARGS__)
#define detsim___sync_nand_and_fetch(...) \
  ::detsim::builtin::nand_and_fetch(__VA_ARGS__)

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_BUILTINS_CXX_H_
