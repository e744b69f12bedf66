// Use after free, seen in the shadow; instrumented.cc is compiled as a program
// under test is.
#include "runtime/sched/freed_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

using testing::HasSubstr;

// The compiler must not see what becomes of the block.
int* volatile block;

int* NewBlock() {
  block = static_cast<int*>(malloc(48));
  *block = 7;
  return block;
}

struct Use {
  const char* name;
  void (*body)();
  const char* message;
};

const Use kUses[] = {
    {"read",
     [] {
       free(NewBlock());
       PlainLoad(block);
     },
     "use after free: a read of 4 bytes in a block that main has freed"},
    {"write",
     [] {
       free(NewBlock());
       PlainStore(block + 11, 1);
     },
     "use after free: a write of 4 bytes"},
    {"atomic",
     [] {
       free(NewBlock());
       AnnouncedLoad(block);
     },
     "use after free: load"},
    {"builtin",
     [] {
       free(NewBlock());
       UnannouncedLoad(block);
     },
     "use after free: a read of 4 bytes"},
    {"free_twice",
     [] {
       free(NewBlock());
       free(block);
     },
     "use after free: freeing again"},
    {"realloc_of_freed",
     [] {
       free(NewBlock());
       block = static_cast<int*>(realloc(block, 100));
     },
     "use after free: reallocating"},
    {"old_place_after_realloc",
     [] {
       int* old = NewBlock();
       block = static_cast<int*>(realloc(old, 4000));
       PlainLoad(old);
     },
     "use after free: a read of 4 bytes"},
    {"freed_by_another",
     [] {
       NewBlock();
       Thread a([] { free(block); });
       a.Join();
       PlainLoad(block);
     },
     "that T1 has freed"},
    {"mutex",
     [] {
       auto* mutex =
           static_cast<detsim_mutex*>(calloc(1, sizeof(detsim_mutex)));
       block = reinterpret_cast<int*>(mutex);
       free(block);
       detsim_mutex_lock(mutex);
     },
     "use after free: lock"},
};

class UseAfterFreeTest : public testing::TestWithParam<Use> {};

INSTANTIATE_TEST_SUITE_P(Of, UseAfterFreeTest, testing::ValuesIn(kUses),
                         [](const auto& use) {
                           return std::string(use.param.name);
                         });

TEST_P(UseAfterFreeTest, IsMisuse) {
  Outcome outcome = RunScenario({}, GetParam().body);
  EXPECT_EQ(outcome.verdict, Verdict::kMisuse);
  EXPECT_THAT(outcome.message, HasSubstr(GetParam().message));
}

TEST(FreedBlocksTest, ReallocationKeepsTheContent) {
  Outcome outcome = RunScenario({}, [] {
    NewBlock();
    block = static_cast<int*>(realloc(block, 4000));
    SIM_CHECK(PlainLoad(block) == 7);
    block = static_cast<int*>(realloc(block, 4));
    SIM_CHECK(PlainLoad(block) == 7);
    free(block);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.message;
}

TEST(FreedBlocksTest, ABlockThatIsGivenOutAgainIsNotFreed) {
  // More than the quarantine holds, in blocks of many sizes.
  Outcome outcome = RunScenario({}, [] {
    for (size_t i = 0; i < 20'000; ++i) {
      block = static_cast<int*>(malloc(8 + i * 37 % 5000));
      PlainStore(block, 1);
      free(block);
    }
    for (size_t size : {size_t{100'000}, size_t{10'000'000}}) {
      block = static_cast<int*>(malloc(size));
      PlainStore(block, 1);
      free(block);
    }
  });
  EXPECT_TRUE(outcome.passed()) << outcome.message;
}

TEST(FreedBlocksTest, AnyAddressMayBeAskedAbout) {
  EXPECT_FALSE(IsFreed(nullptr));
  EXPECT_FALSE(IsFreed(reinterpret_cast<void*>(UINTPTR_MAX)));
  EXPECT_FALSE(IsFreed(reinterpret_cast<void*>(0xdeadbeefdeadbeef)));
}

// Between the decision to read and the read another thread frees the block.
TEST(FreedBlocksTest, APreemptionBeforeAReadIsEnough) {
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 300, [] {
    NewBlock();
    Thread a([] { PlainLoad(block); });
    detsim_yield();
    free(block);
    a.Join();
  });
  ASSERT_FALSE(failing.empty());
  EXPECT_EQ(failing[0].verdict, Verdict::kMisuse);
}

}  // namespace
}  // namespace detsim::runtime
