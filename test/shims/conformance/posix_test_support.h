// What the tests of POSIX functions share.
#ifndef DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_TEST_SUPPORT_H_
#define DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_TEST_SUPPORT_H_

#include <cstdint>

#include "gtest/gtest.h"
#include "test/shims/conformance/tested_posix.h"

namespace posix_test {

// Long enough for what must happen, and for what must not.
constexpr int64_t kLongMs = 60000;
constexpr int64_t kShortMs = 5;

// A deadline `ms` from now.
inline timespec After(clockid_t clock, int64_t ms) {
  timespec time;
  TESTED(clock_gettime)(clock, &time);
  const int64_t ns = time.tv_nsec + ms * 1000000;
  return {time.tv_sec + ns / 1000000000, ns % 1000000000};
}

inline pthread_t Start(void* (*function)(void*), void* argument) {
  pthread_t thread;
  EXPECT_EQ(0, TESTED(pthread_create)(&thread, nullptr, function, argument));
  return thread;
}

// Runs `function` in a thread of its own and waits for it.
template <typename Function>
void RunInThread(Function function) {
  const pthread_t thread = Start(
      [](void* argument) -> void* {
        (*static_cast<Function*>(argument))();
        return nullptr;
      },
      &function);
  EXPECT_EQ(0, TESTED(pthread_join)(thread, nullptr));
}

}  // namespace posix_test

#endif  // DETSIM_TEST_SHIMS_CONFORMANCE_POSIX_TEST_SUPPORT_H_
