// Operators on _Atomic objects.
#include <stdatomic.h>

#define BUMP(x) ((x)++)

struct counters {
  _Atomic long hits;
  int plain;
};

static atomic_int number;
static _Atomic(struct counters *) current;
static _Atomic int many[4];

int use(struct counters *counters, int plain) {
  detsim_atomic_object(DETSIM_ATOMIC_RMW, number)++;
  --detsim_atomic_object(DETSIM_ATOMIC_RMW, number);
  detsim_atomic_object(DETSIM_ATOMIC_RMW, number) += plain;
  detsim_atomic_object(DETSIM_ATOMIC_STORE, number) = plain;
  plain = detsim_atomic_object(DETSIM_ATOMIC_LOAD, number);
  detsim_atomic_object(DETSIM_ATOMIC_STORE, many[plain]) = detsim_atomic_object(DETSIM_ATOMIC_LOAD, number) + 1;
  detsim_atomic_object(DETSIM_ATOMIC_RMW, counters->hits)++;
  while (detsim_atomic_object(DETSIM_ATOMIC_LOAD, number) < 10 && plain) plain++;
  detsim_atomic_object(DETSIM_ATOMIC_RMW, (counters->hits)) |= 1;
  // Reached through another one; and what is spelled in a macro is reported.
  detsim_atomic_object(DETSIM_ATOMIC_RMW, current->hits)++;
  BUMP(number);
  return sizeof number + counters->plain + (detsim_atomic_object(DETSIM_ATOMIC_LOAD, current) != 0);
}
