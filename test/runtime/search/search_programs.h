// Small programs whose schedules can be counted: main() does what argv[1]
// says. Each prints what its threads saw, which tells any two schedules apart
// that are not equivalent.
#ifndef DETSIM_TEST_RUNTIME_SEARCH_SEARCH_PROGRAMS_H_
#define DETSIM_TEST_RUNTIME_SEARCH_SEARCH_PROGRAMS_H_

namespace detsim::runtime {

// argv[2] is a number, for "random" that of the program. With one more argument
// it fails in the end.
int SearchProgramMain(int argc, char** argv, char** environment);

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_SEARCH_SEARCH_PROGRAMS_H_
