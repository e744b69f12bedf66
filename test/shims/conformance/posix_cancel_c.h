/* Implemented in C, in posix_cancel_c.c: each returns the line of the first
 * check that does not hold, or 0. */
#ifndef DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_CANCEL_C_H_
#define DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_CANCEL_C_H_

#ifdef __cplusplus
extern "C" {
#endif

int CheckCleanupOnCancel(void);
int CheckCleanupOnExit(void);
int CheckCleanupPop(void);

#ifdef __cplusplus
}
#endif

#endif /* DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_CANCEL_C_H_ */
