// Each program is built twice: as it is, with a bug, and mended.
#ifndef DETSIM_TEST_QUALITY_PROGRAMS_MEND_H_
#define DETSIM_TEST_QUALITY_PROGRAMS_MEND_H_

#ifdef MEND
#define MENDED(...) __VA_ARGS__
#define BROKEN(...)
#else
#define MENDED(...)
#define BROKEN(...) __VA_ARGS__
#endif

#endif  // DETSIM_TEST_QUALITY_PROGRAMS_MEND_H_
