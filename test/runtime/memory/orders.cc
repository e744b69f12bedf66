#include "test/runtime/memory/orders.h"

namespace detsim::runtime {

int LoadRelaxed(const int* from) {
  return __atomic_load_n(from, __ATOMIC_RELAXED);
}
int LoadAcquire(const int* from) {
  return __atomic_load_n(from, __ATOMIC_ACQUIRE);
}
void StoreRelaxed(int* to, int value) {
  __atomic_store_n(to, value, __ATOMIC_RELAXED);
}
void StoreRelease(int* to, int value) {
  __atomic_store_n(to, value, __ATOMIC_RELEASE);
}
int AddRelaxed(int* to, int value) {
  return __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}
int AddRelease(int* to, int value) {
  return __atomic_fetch_add(to, value, __ATOMIC_RELEASE);
}
int AddAcquireRelease(int* to, int value) {
  return __atomic_fetch_add(to, value, __ATOMIC_ACQ_REL);
}
bool ReplaceOrRelaxed(int* to, int expected, int value) {
  return __atomic_compare_exchange_n(to, &expected, value, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}
bool ReplaceOrAcquire(int* to, int expected, int value) {
  return __atomic_compare_exchange_n(to, &expected, value, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
void FenceAcquire() { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
void FenceRelease() { __atomic_thread_fence(__ATOMIC_RELEASE); }

}  // namespace detsim::runtime
