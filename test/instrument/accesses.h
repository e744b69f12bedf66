// A program's code compiled twice: with calls of the access hooks, and with
// the plugin that puts them in place.
#ifndef DETSIM_TEST_INSTRUMENT_ACCESSES_H_
#define DETSIM_TEST_INSTRUMENT_ACCESSES_H_

#include <stdint.h>

namespace detsim::instrument {

struct Node {
  Node* next;
  int32_t value;
  int16_t small;
  int8_t tiny;
  double real;
};

struct Shared {
  int64_t numbers[24];
  int64_t sum;
  Node* list;
  int32_t turns;
};

// What one build has. `pause` is some call that may do anything.
struct Functions {
  const char* name;
  // Loops over arrays: several accesses a block, in one order.
  int64_t (*add_up)(Shared* shared, int64_t factor);
  // Every size, in one block, each address depending on the one before.
  int64_t (*walk)(Shared* shared, int32_t add);
  // Calls between accesses, some of which throw.
  int64_t (*call)(Shared* shared, void (*pause)(int32_t turn));
  // Branches, early returns, recursion.
  int64_t (*descend)(Shared* shared, int32_t depth);
  // Writes to a variable of the program.
  int64_t (*count)(int32_t times);
  int64_t* counter;
};

extern const Functions kCalls;
extern const Functions kInPlace;

}  // namespace detsim::instrument

#endif  // DETSIM_TEST_INSTRUMENT_ACCESSES_H_
