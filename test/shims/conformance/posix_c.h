/* Implemented in C, in posix_c.c. */
#ifndef DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_C_H_
#define DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_C_H_

#ifdef __cplusplus
extern "C" {
#endif

/* What `threads` threads, at most 8, count together, `times` each. */
int CountInThreads(int threads, int times);

/* What a thread that calls pthread_exit(result) is joined with. */
int ResultOfExit(int result);

#ifdef __cplusplus
}
#endif

#endif /* DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_C_H_ */
