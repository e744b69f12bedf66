// detsim::atomic<T>, atomic_flag, atomic_ref (C++20), the typedefs, the free
// functions and the fences. memory_order and the macros (ATOMIC_FLAG_INIT,
// ATOMIC_VAR_INIT, ATOMIC_INT_LOCK_FREE, ...) stay std's. Every operation is
// a decision point.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_ATOMIC_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_ATOMIC_H_
#pragma GCC system_header

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "detsim/detail/atomic_operations.h"
#include "detsim/detail/config.h"

namespace detsim {

template <typename T>
struct atomic : detail::AtomicOperations<T> {
  atomic() = default;
  constexpr atomic(T desired) noexcept : detail::AtomicOperations<T>(desired) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  atomic& operator=(const atomic&) volatile = delete;

  DETSIM_INLINE T operator=(T desired) noexcept {
    this->store(desired);
    return desired;
  }
  DETSIM_INLINE T operator=(T desired) volatile noexcept {
    this->store(desired);
    return desired;
  }
};

// A std::atomic<bool> inside: it has atomic_flag's size and operations.
struct atomic_flag {
  atomic_flag() noexcept = default;
  // For ATOMIC_FLAG_INIT, which is a braced constant.
  constexpr atomic_flag(bool set) noexcept : flag_(set) {}
  atomic_flag(const atomic_flag&) = delete;
  atomic_flag& operator=(const atomic_flag&) = delete;
  atomic_flag& operator=(const atomic_flag&) volatile = delete;

  DETSIM_INLINE bool test_and_set(
      std::memory_order order = std::memory_order_seq_cst) noexcept {
    detsim_atomic(DETSIM_ATOMIC_RMW, &flag_);
    return flag_.exchange(true, order);
  }
  DETSIM_INLINE bool test_and_set(
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    detsim_atomic(DETSIM_ATOMIC_RMW, &flag_);
    return flag_.exchange(true, order);
  }
  DETSIM_INLINE void clear(
      std::memory_order order = std::memory_order_seq_cst) noexcept {
    detsim_atomic(DETSIM_ATOMIC_STORE, &flag_);
    flag_.store(false, order);
  }
  DETSIM_INLINE void clear(
      std::memory_order order = std::memory_order_seq_cst) volatile noexcept {
    detsim_atomic(DETSIM_ATOMIC_STORE, &flag_);
    flag_.store(false, order);
  }

#if __cplusplus >= 202002L
  DETSIM_INLINE bool test(
      std::memory_order order = std::memory_order_seq_cst) const noexcept {
    detsim_atomic(DETSIM_ATOMIC_LOAD, &flag_);
    return flag_.load(order);
  }
  DETSIM_INLINE bool test(std::memory_order order = std::memory_order_seq_cst)
      const volatile noexcept {
    detsim_atomic(DETSIM_ATOMIC_LOAD, &flag_);
    return flag_.load(order);
  }
  DETSIM_INLINE void wait(
      bool old, std::memory_order order = std::memory_order_seq_cst) const
      volatile noexcept {
    detail::WaitWhileEqual(flag_, &flag_, old, order);
  }
  DETSIM_INLINE void notify_one() volatile noexcept {
    detsim_address_wake(&flag_, /*all=*/0);
  }
  DETSIM_INLINE void notify_all() volatile noexcept {
    detsim_address_wake(&flag_, /*all=*/1);
  }
#endif

 private:
  std::atomic<bool> flag_;
};

DETSIM_INLINE void atomic_thread_fence(std::memory_order order) noexcept {
  detsim_atomic(DETSIM_ATOMIC_FENCE, nullptr);
  std::atomic_thread_fence(order);
}
// Orders a thread with its own signal handlers: nothing to decide.
DETSIM_INLINE void atomic_signal_fence(std::memory_order order) noexcept {
  std::atomic_signal_fence(order);
}

using atomic_bool = atomic<bool>;
using atomic_char = atomic<char>;
using atomic_schar = atomic<signed char>;
using atomic_uchar = atomic<unsigned char>;
using atomic_short = atomic<short>;
using atomic_ushort = atomic<unsigned short>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned int>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
using atomic_wchar_t = atomic<wchar_t>;
using atomic_char16_t = atomic<char16_t>;
using atomic_char32_t = atomic<char32_t>;
#if defined(__cpp_char8_t)
using atomic_char8_t = atomic<char8_t>;
#endif
using atomic_int8_t = atomic<std::int8_t>;
using atomic_uint8_t = atomic<std::uint8_t>;
using atomic_int16_t = atomic<std::int16_t>;
using atomic_uint16_t = atomic<std::uint16_t>;
using atomic_int32_t = atomic<std::int32_t>;
using atomic_uint32_t = atomic<std::uint32_t>;
using atomic_int64_t = atomic<std::int64_t>;
using atomic_uint64_t = atomic<std::uint64_t>;
using atomic_int_least8_t = atomic<std::int_least8_t>;
using atomic_uint_least8_t = atomic<std::uint_least8_t>;
using atomic_int_least16_t = atomic<std::int_least16_t>;
using atomic_uint_least16_t = atomic<std::uint_least16_t>;
using atomic_int_least32_t = atomic<std::int_least32_t>;
using atomic_uint_least32_t = atomic<std::uint_least32_t>;
using atomic_int_least64_t = atomic<std::int_least64_t>;
using atomic_uint_least64_t = atomic<std::uint_least64_t>;
using atomic_int_fast8_t = atomic<std::int_fast8_t>;
using atomic_uint_fast8_t = atomic<std::uint_fast8_t>;
using atomic_int_fast16_t = atomic<std::int_fast16_t>;
using atomic_uint_fast16_t = atomic<std::uint_fast16_t>;
using atomic_int_fast32_t = atomic<std::int_fast32_t>;
using atomic_uint_fast32_t = atomic<std::uint_fast32_t>;
using atomic_int_fast64_t = atomic<std::int_fast64_t>;
using atomic_uint_fast64_t = atomic<std::uint_fast64_t>;
using atomic_intptr_t = atomic<std::intptr_t>;
using atomic_uintptr_t = atomic<std::uintptr_t>;
using atomic_size_t = atomic<std::size_t>;
using atomic_ptrdiff_t = atomic<std::ptrdiff_t>;
using atomic_intmax_t = atomic<std::intmax_t>;
using atomic_uintmax_t = atomic<std::uintmax_t>;
#if defined(__cpp_lib_atomic_lock_free_type_aliases)
using atomic_signed_lock_free =
    atomic<std::atomic_signed_lock_free::value_type>;
using atomic_unsigned_lock_free =
    atomic<std::atomic_unsigned_lock_free::value_type>;
#elif __cplusplus >= 202002L
// Not in every standard library yet: what those that have them say.
using atomic_signed_lock_free = atomic<int>;
using atomic_unsigned_lock_free = atomic<unsigned int>;
#endif

}  // namespace detsim

#include "detsim/detail/atomic_functions.h"
#include "detsim/detail/atomic_shared_ptr.h"
#if __cplusplus >= 202002L
#include "detsim/detail/atomic_ref.h"
#include "detsim/detail/atomic_smart_pointer.h"
#endif

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_ATOMIC_H_
