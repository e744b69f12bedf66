// Two threads set two variables in order, a third one looks at both: it must
// not see the first as set and the second as not. Plain variables, no lock.
#include "reorder.h"

int main() { return Reorder(2); }
