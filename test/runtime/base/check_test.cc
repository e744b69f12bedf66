#include "runtime/base/check.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace detsim::runtime {
namespace {

TEST(CheckTest, ATrueConditionDoesNothing) { DETSIM_CHECK(1 + 1 == 2); }

TEST(CheckTest, TheConditionIsEvaluatedOnce) {
  int count = 0;
  DETSIM_CHECK(++count == 1);
  EXPECT_EQ(count, 1);
}

TEST(CheckDeathTest, AFalseOneSaysWhereAndAborts) {
  EXPECT_EXIT(DETSIM_CHECK(1 + 1 == 3), testing::KilledBySignal(SIGABRT),
              "detsim: internal error: .*check_test.cc:[0-9]+: 1 \\+ 1 == 3");
}

TEST(CheckDeathTest, TheHookIsToldFirst) {
  EXPECT_DEATH(
      {
        check_failure_hook = [](const char* text) {
          fprintf(stderr, "hook: %s", text);
        };
        DETSIM_CHECK(false);
      },
      "hook: detsim: internal error");
}

}  // namespace
}  // namespace detsim::runtime
