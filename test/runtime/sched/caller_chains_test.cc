#include "runtime/sched/caller_chains.h"

#include <gtest/gtest.h>

#include <memory>

#include "runtime/sched/scheduler.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// Frames as the compiler makes them, in memory of our own: that at 2 * i
// returns to `pcs[i]`.
class FakeStack {
 public:
  explicit FakeStack(std::initializer_list<uintptr_t> pcs) {
    for (uintptr_t pc : pcs) Push(pc);
  }
  void Push(uintptr_t pc) {
    words_[at_] = reinterpret_cast<uintptr_t>(&words_[at_ + 2]);
    words_[at_ + 1] = pc;
    at_ += 2;
  }

  uint32_t Callers(uintptr_t pc, CallerChains* chains) {
    Stack stack = {reinterpret_cast<char*>(words_),
                   reinterpret_cast<char*>(words_ + at_), 0};
    return chains->Of(stack, reinterpret_cast<uintptr_t>(words_), pc);
  }

 private:
  uintptr_t words_[128] = {};
  int at_ = 0;
};

class CallerChainsTest : public testing::Test {
 protected:
  CallerChainsTest() {
    chains_.Map();
    chains_.Begin(true);
  }

  CallerChains chains_;
};

TEST_F(CallerChainsTest, AreThoseBeyondTheOperation) {
  FakeStack stack({10, 20, 30, 40});
  ASSERT_EQ(stack.Callers(20, &chains_), 1u);
  CallerChain expected = {.frames = {30, 40}};
  EXPECT_EQ(chains_.chains()[0], expected);
  EXPECT_EQ(chains_.chains()[0].view().size(), 2u);
}

TEST_F(CallerChainsTest, HaveOneNumberEach) {
  EXPECT_EQ(FakeStack({10, 30, 40}).Callers(10, &chains_), 1u);
  EXPECT_EQ(FakeStack({10, 30, 50}).Callers(10, &chains_), 2u);
  EXPECT_EQ(FakeStack({5, 11, 30, 40}).Callers(11, &chains_), 1u);
  EXPECT_EQ(chains_.chains().size(), 2u);
}

TEST_F(CallerChainsTest, AreNoneWhereTheOperationIsNotOnTheStack) {
  FakeStack stack({10, 20});
  EXPECT_EQ(stack.Callers(30, &chains_), 0u);
  EXPECT_EQ(stack.Callers(20, &chains_), 0u);
  EXPECT_TRUE(chains_.chains().empty());
}

TEST_F(CallerChainsTest, AreBounded) {
  FakeStack stack({1});
  for (uintptr_t pc = 100; pc < 100 + 2 * kCallersMax; ++pc) stack.Push(pc);
  ASSERT_EQ(stack.Callers(1, &chains_), 1u);
  EXPECT_EQ(chains_.chains()[0].view().size(), kCallersMax);
  EXPECT_EQ(chains_.chains()[0].view().back(), 99 + kCallersMax);
}

TEST_F(CallerChainsTest, OfAnotherRunAreNumberedAnew) {
  EXPECT_EQ(FakeStack({1, 2}).Callers(1, &chains_), 1u);
  EXPECT_EQ(FakeStack({1, 3}).Callers(1, &chains_), 2u);
  chains_.Begin(true);
  EXPECT_EQ(FakeStack({1, 3}).Callers(1, &chains_), 1u);
}

TEST_F(CallerChainsTest, OfTooManyTheLastAreNotKnown) {
  for (uintptr_t pc = 2; pc < 2 + CallerChains::kChainsMax; ++pc)
    ASSERT_EQ(FakeStack({1, pc}).Callers(1, &chains_), pc - 1);
  uintptr_t late = 2 + CallerChains::kChainsMax;
  EXPECT_EQ(FakeStack({1, late}).Callers(1, &chains_), 0u);
  EXPECT_EQ(FakeStack({1, 7}).Callers(1, &chains_), 6u);
}

// ---- In runs ----

// A function of a library that takes a lock, says where it was called, and
// whether the run says so too.
__attribute__((noinline)) void LockInALibrary(detsim_mutex* m) {
  auto caller = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  detsim_mutex_lock(m);
  const auto& events = scheduler.event_log().events();
  const auto& chains = scheduler.caller_chains().chains();
  uint32_t number = events[events.size() - 1].callers;
  SIM_CHECK(number != 0);
  SIM_CHECK(number != 0 && chains[number - 1].frames[0] == caller);
  detsim_mutex_unlock(m);
  SIM_CHECK(events[events.size() - 1].callers == number);
}

TEST(CallersOfEventsTest, AreInTracedRuns) {
  Outcome outcome = RunScenario({.trace = true}, [] {
    detsim_mutex m = {};
    LockInALibrary(&m);
    Thread a([&] { LockInALibrary(&m); });
    LockInALibrary(&m);
    a.Join();
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

TEST(CallersOfEventsTest, AreNotLookedForInOthers) {
  Outcome outcome = RunScenario({}, [] {
    detsim_mutex m = {};
    Thread a([&] { Holding holding(&m); });
    a.Join();
    SIM_CHECK(scheduler.caller_chains().chains().empty());
    SIM_CHECK(scheduler.threads()[1].spawn_callers == 0);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

__attribute__((noinline)) std::unique_ptr<Thread> StartInALibrary(
    uintptr_t* caller) {
  *caller = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
  return std::make_unique<Thread>([] {});
}

TEST(CallersOfEventsTest, OfAThreadsStartAreThoseOfItsSpawn) {
  Outcome outcome = RunScenario({.trace = true}, [] {
    uintptr_t caller = 0;
    std::unique_ptr<Thread> a = StartInALibrary(&caller);
    a->Join();
    uint32_t number = scheduler.threads()[1].spawn_callers;
    SIM_CHECK(number != 0);
    for (const Event& event : scheduler.event_log().events()) {
      if (event.kind == OperationKind::kStart ||
          event.kind == OperationKind::kSpawn)
        SIM_CHECK(event.callers == number);
    }
    bool known = false;
    for (uint64_t frame : scheduler.caller_chains().chains()[number - 1].view())
      known = known || frame == caller;
    SIM_CHECK(known);
  });
  EXPECT_TRUE(outcome.passed()) << outcome.log;
}

}  // namespace
}  // namespace detsim::runtime
