// The program that workers of tests serve: main() does what argv[1] says.
#ifndef DETSIM_TEST_RUNTIME_WORKER_PROGRAMS_H_
#define DETSIM_TEST_RUNTIME_WORKER_PROGRAMS_H_

namespace detsim::runtime {

int ProgramMain(int argc, char** argv, char** environment);

}  // namespace detsim::runtime

#endif  // DETSIM_TEST_RUNTIME_WORKER_PROGRAMS_H_
