#include "doubler.h"

#include <gtest/gtest.h>

namespace {

TEST(DoublerTest, OldThread) {
  EXPECT_EQ(TwiceOnTheOldThread(4), 8);
  EXPECT_EQ(TwiceOnTheOldThread(5), 10);
}

}  // namespace
