// Counts its calls, in C.
#ifndef DETSIM_TEST_CMD_PROJECTS_BUILDS_SRC_ONCE_H_
#define DETSIM_TEST_CMD_PROJECTS_BUILDS_SRC_ONCE_H_

#ifdef __cplusplus
extern "C" {
#endif
int CallCount(void);
#ifdef __cplusplus
}
#endif

#endif  // DETSIM_TEST_CMD_PROJECTS_BUILDS_SRC_ONCE_H_
