// A thread that is started when the library is loaded.
#ifndef DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_DOUBLER_H_
#define DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_DOUBLER_H_

int TwiceOnTheOldThread(int number);

#endif  // DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_DOUBLER_H_
