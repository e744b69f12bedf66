#include "runtime/fiber/stacks.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace detsim::runtime {
namespace {

TEST(StacksTest, TheLowestFreeSlotIsTaken) {
  std::vector<Stack> stacks;
  for (uint32_t i = 0; i < 200; ++i) {
    stacks.push_back(AcquireStack());
    ASSERT_EQ(stacks[i].slot, i);
  }
  ReleaseStack(stacks[150]);
  ReleaseStack(stacks[3]);
  ReleaseStack(stacks[70]);
  EXPECT_EQ(AcquireStack().slot, 3u);
  EXPECT_EQ(AcquireStack().slot, 70u);
  EXPECT_EQ(AcquireStack().slot, 150u);
  Stack next = AcquireStack();
  EXPECT_EQ(next.slot, 200u);
  ReleaseStack(next);
  for (const Stack& stack : stacks) ReleaseStack(stack);
}

TEST(StacksTest, ASlotHasAlwaysTheSameAddress) {
  Stack first = AcquireStack();
  ReleaseStack(first);
  Stack again = AcquireStack();
  EXPECT_EQ(again.low, first.low);
  EXPECT_EQ(again.high, first.high);
  ReleaseStack(again);
}

TEST(StacksTest, AllOfAStackIsUsable) {
  Stack stack = AcquireStack();
  EXPECT_GE(stack.high - stack.low, int64_t{kStackBytes} - 4096);
  *stack.low = 1;
  stack.high[-1] = 1;
  EXPECT_EQ(reinterpret_cast<uintptr_t>(stack.high) % 16, 0u);
  ReleaseStack(stack);
}

TEST(StacksTest, TopsHaveDifferentPageOffsets) {
  std::vector<Stack> stacks;
  std::set<uintptr_t> offsets;
  for (int i = 0; i < 16; ++i) {
    stacks.push_back(AcquireStack());
    offsets.insert(reinterpret_cast<uintptr_t>(stacks.back().high) % 4096);
  }
  EXPECT_EQ(offsets.size(), 16u);
  for (const Stack& stack : stacks) ReleaseStack(stack);
}

TEST(StacksTest, MainHasOneOfItsOwn) {
  Stack main_stack = MainStack();
  EXPECT_EQ(main_stack.high - main_stack.low, int64_t{kMainStackBytes});
  EXPECT_EQ(MainStack().low, main_stack.low);
  *main_stack.low = 1;
  main_stack.high[-1] = 1;
}

void WriteBelow(const Stack& stack) {
  auto* below = reinterpret_cast<volatile char*>(stack.low - 1);
  *below = 1;
}

TEST(StacksDeathTest, AGuardPageIsBelow) {
  EXPECT_EXIT(WriteBelow(AcquireStack()), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(WriteBelow(MainStack()), testing::KilledBySignal(SIGSEGV), "");
}

void TakeTooMany() {
  for (uint32_t i = 0; i <= kStacksMax; ++i) AcquireStack();
}

TEST(StacksDeathTest, MoreThanTheMaximumIsAnError) {
  EXPECT_DEATH(TakeTooMany(), "internal error");
}

}  // namespace
}  // namespace detsim::runtime
