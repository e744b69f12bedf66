// As reorder_3, with nine threads that set.
#include "reorder.h"

int main() { return Reorder(9); }
