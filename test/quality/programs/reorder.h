// What reorder_3 and reorder_10 share: `setters` threads and one that checks.
#ifndef DETSIM_TEST_QUALITY_PROGRAMS_REORDER_H_
#define DETSIM_TEST_QUALITY_PROGRAMS_REORDER_H_

#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#include "mend.h"

inline int first = 0;
inline int second = 0;
inline std::mutex both;

inline void Set() {
  MENDED(std::lock_guard<std::mutex> hold(both);)
  first = 1;
  second = -1;
}

inline void Check() {
  MENDED(std::lock_guard<std::mutex> hold(both);)
  bool before = first == 0 && second == 0;
  bool after = first == 1 && second == -1;
  assert(before || after);
}

inline int Reorder(int setters) {
  std::vector<std::thread> threads;
  for (int i = 0; i < setters; ++i) threads.emplace_back(Set);
  threads.emplace_back(Check);
  for (std::thread& thread : threads) thread.join();
  return 0;
}

#endif  // DETSIM_TEST_QUALITY_PROGRAMS_REORDER_H_
