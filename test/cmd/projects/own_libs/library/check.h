// Leaves the function with what went wrong.
#ifndef DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_CHECK_H_
#define DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_CHECK_H_

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#define CHECK(condition)                                          \
  if (!(condition)) {                                             \
    return std::string(__FILE__ ":") + std::to_string(__LINE__) + \
           ": not " #condition;                                   \
  }

// Runs body(0), body(1), ... on `count` threads; false if one returns false.
inline bool OnThreads(int count, const std::function<bool(int)>& body) {
  std::atomic<bool> good{true};
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      if (!body(i)) good = false;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return good;
}

#endif  // DETSIM_TEST_CMD_PROJECTS_OWN_LIBS_LIBRARY_CHECK_H_
