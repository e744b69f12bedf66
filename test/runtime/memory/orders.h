// Atomic operations of each memory order, compiled as a program under test is
// (see instrumented.h), not announced.
#ifndef DETSIM_TEST_RUNTIME_MEMORY_ORDERS_H_
#define DETSIM_TEST_RUNTIME_MEMORY_ORDERS_H_

namespace detsim::runtime {

int LoadRelaxed(const int* from);
int LoadAcquire(const int* from);
void StoreRelaxed(int* to, int value);
void StoreRelease(int* to, int value);
int AddRelaxed(int* to, int value);
int AddRelease(int* to, int value);
int AddAcquireRelease(int* to, int value);
// A strong compare-exchange: acquire-release, or relaxed when it fails.
bool ReplaceOrRelaxed(int* to, int expected, int value);
// The same, acquire when it fails.
bool ReplaceOrAcquire(int* to, int expected, int value);
void FenceAcquire();
void FenceRelease();

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_MEMORY_ORDERS_H_
