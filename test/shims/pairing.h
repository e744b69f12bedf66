/* Atomic operations of every kind, compiled as a rewritten unit is: with the
 * hooks of -fsanitize=thread, which pairing_test.cc defines. */
#ifndef DETSIM_TEST_SHIMS_PAIRING_H_
#define DETSIM_TEST_SHIMS_PAIRING_H_

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AtomicOperation {
  const char* name;
  void (*perform)(void);
} AtomicOperation;

/* Each ends with a null name. */
extern const AtomicOperation kCxxOperations[];
extern const AtomicOperation kCOperations[];

#ifdef __cplusplus
}
#endif

#endif /* DETSIM_TEST_SHIMS_PAIRING_H_ */
