// Static initialisers as part of the run. A program that starts threads before
// its main has schedules there too, so a worker of such a program begins each
// run before them; of any other it begins at main, which costs less.
#ifndef DETSIM_RUNTIME_WORKER_STATICS_H_
#define DETSIM_RUNTIME_WORKER_STATICS_H_

#include <cstdint>

namespace detsim::runtime {

// Of .init_array, as the C library calls them.
using InitFunction = void (*)(int, char**, char**);
using MainFunction = int (*)(int, char**, char**);

// How many threads the static initialisers start, found out by letting a forked
// child run them; UINT32_MAX when it did not come to its main. Returns in that
// child too, with `*probing` set: it has to go on as any process and to call
// EndProbe() in place of main.
uint32_t CountStaticThreads(bool* probing);
[[noreturn]] void EndProbe();

// A main that first runs the program's static initialisers after `self`, the
// one that called this. Threads that they start are no leaks.
MainFunction MainWithStatics(InitFunction self, MainFunction main);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_STATICS_H_
