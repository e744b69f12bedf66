/* Implemented in C, in atomics_c.c: each returns the line of the first check
 * that does not hold, or 0. */
#ifndef DETSIM_TEST_SHIMS_CONFORMANCE_ATOMICS_C_H_
#define DETSIM_TEST_SHIMS_CONFORMANCE_ATOMICS_C_H_

#ifdef __cplusplus
extern "C" {
#endif

int CheckStdatomic(void);
int CheckStdatomicPointersAndStructs(void);
int CheckC11Builtins(void);
int CheckAtomicFlag(void);
int CheckGnuBuiltinsInC(void);
int CheckSyncBuiltinsInC(void);

/* What two threads count with an _Atomic int, `times` each. */
int CountWithStdatomic(int times);

#ifdef __cplusplus
}
#endif

#endif /* DETSIM_TEST_SHIMS_CONFORMANCE_ATOMICS_C_H_ */
