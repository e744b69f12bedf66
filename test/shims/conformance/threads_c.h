/* Implemented in C, in threads_c.c: each returns the line of the first check
 * that does not hold, or 0. */
#ifndef DETSIM_TEST_SHIMS_CONFORMANCE_THREADS_C_H_
#define DETSIM_TEST_SHIMS_CONFORMANCE_THREADS_C_H_

#ifdef __cplusplus
extern "C" {
#endif

int CheckThreads(void);
int CheckThreadResults(void);
int CheckMutexes(void);
int CheckTimeouts(void);
int CheckConditions(void);
int CheckOnce(void);
int CheckThreadStorage(void);

#ifdef __cplusplus
}
#endif

#endif /* DETSIM_TEST_SHIMS_CONFORMANCE_THREADS_C_H_ */
