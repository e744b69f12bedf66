// The random numbers of C and POSIX.
#include <errno.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "test/shims/conformance/tested_posix.h"

namespace {

TEST(PosixRandTest, RepeatsAfterTheSameSeed) {
  TESTED(srand)(5);
  const int first = TESTED(rand)();
  const int second = TESTED(rand)();
  EXPECT_NE(first, second);
  EXPECT_TRUE(0 <= first && first <= RAND_MAX);
  TESTED(srand)(5);
  EXPECT_EQ(first, TESTED(rand)());
  EXPECT_EQ(second, TESTED(rand)());
}

TEST(PosixRandomTest, RandomAndRandShareTheirState) {
  TESTED(srandom)(5);
  const long first = TESTED(random)();
  const long second = TESTED(random)();
  EXPECT_TRUE(0 <= first && first <= 0x7fffffff);
  TESTED(srand)(5);
  EXPECT_EQ(first, TESTED(rand)());
  EXPECT_EQ(second, TESTED(random)());
}

// POSIX says what these draw, to the last bit.
TEST(PosixRandomTest, Drand48IsTheGeneratorOfPosix) {
  TESTED(srand48)(1);
  EXPECT_DOUBLE_EQ(0.041630344771878214, TESTED(drand48)());
  EXPECT_EQ(976015093, TESTED(lrand48)());
  EXPECT_EQ(-709454646, TESTED(mrand48)());
  unsigned short state[3] = {0x330e, 1, 0};
  EXPECT_DOUBLE_EQ(0.041630344771878214, TESTED(erand48)(state));
  EXPECT_EQ(976015093, TESTED(nrand48)(state));
  EXPECT_EQ(-709454646, TESTED(jrand48)(state));
  unsigned short seed[3] = {0x330e, 1, 0};
  unsigned short* const before = TESTED(seed48)(seed);
  EXPECT_EQ(state[0], before[0]);
  EXPECT_EQ(state[2], before[2]);
  EXPECT_DOUBLE_EQ(0.041630344771878214, TESTED(drand48)());
  unsigned short parameters[7] = {1, 0, 0, 2, 0, 0, 3};
  TESTED(lcong48)(parameters);
  EXPECT_EQ(0, TESTED(lrand48)());
  TESTED(srand48)(1);
}

TEST(PosixRandomTest, BytesDiffer) {
  std::vector<unsigned char> one(37), two(37);
  EXPECT_EQ(37, TESTED(getrandom)(one.data(), one.size(), GRND_NONBLOCK));
  EXPECT_EQ(37, TESTED(getrandom)(two.data(), two.size(), 0));
  EXPECT_NE(one, two);
  EXPECT_EQ(0, TESTED(getentropy)(two.data(), two.size()));
  EXPECT_NE(one, two);
  one = two;
  TESTED(arc4random_buf)(two.data(), two.size());
  EXPECT_NE(one, two);
}

TEST(PosixRandomTest, NothingIsWrittenBehindTheBuffer) {
  unsigned char bytes[8] = {};
  EXPECT_EQ(5, TESTED(getrandom)(bytes, 5, 0));
  EXPECT_TRUE(std::all_of(bytes + 5, bytes + 8,
                          [](unsigned char byte) { return byte == 0; }));
  EXPECT_EQ(0, TESTED(getrandom)(bytes, 0, 0));
}

TEST(PosixRandomTest, ErrorsAreThoseOfLinux) {
  unsigned char bytes[257];
  errno = 0;
  EXPECT_EQ(-1, TESTED(getentropy)(bytes, sizeof bytes));
  EXPECT_EQ(EIO, errno);
  errno = 0;
  EXPECT_EQ(-1, TESTED(getrandom)(bytes, 1, 64));
  EXPECT_EQ(EINVAL, errno);
}

TEST(PosixRandomTest, Arc4randomStaysBelowItsBound) {
  std::set<unsigned> numbers;
  for (int i = 0; i < 200; ++i) {
    numbers.insert(TESTED(arc4random_uniform)(3));
  }
  EXPECT_EQ((std::set<unsigned>{0, 1, 2}), numbers);
  EXPECT_EQ(0u, TESTED(arc4random_uniform)(0));
  EXPECT_EQ(0u, TESTED(arc4random_uniform)(1));
  EXPECT_TRUE(TESTED(arc4random)() != TESTED(arc4random)() ||
              TESTED(arc4random)() != TESTED(arc4random)());
}

}  // namespace
