// expect: passed
// trials: 200
// flags: --races=fail
//
// Each thread has its own errno, though all share one thread of the system.
#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <thread>

namespace {

void Use(int value) {
  errno = value;
  std::this_thread::yield();
  EXPECT_EQ(errno, value);
  errno = 0;
  std::log(-1.0 * value);  // EDOM, set by the C library.
  EXPECT_EQ(errno, EDOM);
}

TEST(RacesErrno, OfEachThread) {
  std::thread one(Use, EINTR);
  std::thread two(Use, EBUSY);
  one.join();
  two.join();
}

}  // namespace
