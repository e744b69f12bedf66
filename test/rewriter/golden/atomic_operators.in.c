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
  number++;
  --number;
  number += plain;
  number = plain;
  plain = number;
  many[plain] = number + 1;
  counters->hits++;
  while (number < 10 && plain) plain++;
  (counters->hits) |= 1;
  // Reached through another one; and what is spelled in a macro is reported.
  current->hits++;
  BUMP(number);
  return sizeof number + counters->plain + (current != 0);
}
