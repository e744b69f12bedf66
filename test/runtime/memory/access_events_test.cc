// Accesses as announced events: what a source that wants them all is asked
// (sched/shared_stack.h says what it is not).
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "runtime/choice/choice_source.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/shared_stack.h"
#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

// Logs every access that it is asked about, and lets the thread go on; at other
// decisions the thread that was ready first runs.
class Listener final : public ChoiceSource {
 public:
  void BeginRun(const RunStart&) override {}
  uint32_t PickThread(const SchedulingPoint& point) override {
    const PendingOperation& pending = point.current->pending;
    if (point.key.stream != Stream::kAccess) return 0;
    EXPECT_EQ(pending.kind, OperationKind::kAccess);
    Log(pending.writes ? "w" : "r");
    Log(pending.size);
    return 0;
  }
  uint64_t PickValue(const ChoiceKey&, uint64_t) override { return 0; }
  uint64_t AccessGap(const Candidate&, uint64_t) override {
    return kEveryAccess;
  }
};

Listener listener;
const Scenario kListening = {.source = &listener};

TEST(AccessEventTest, AnAccessSaysWhatItIs) {
  Outcome outcome = RunScenario(kListening, [] {
    auto shared = std::make_unique<int>(0);
    Thread a([] {});
    PlainStore(shared.get(), 1);
    PlainLoad(shared.get());
    UnannouncedLoad(shared.get());
    a.Join();
  });
  EXPECT_EQ(outcome.log, "w4 r4 r4 ");
}

TEST(AccessEventTest, RangesAreOneAccessEach) {
  Outcome outcome = RunScenario(kListening, [] {
    auto text = std::make_unique<char[]>(1000);
    Thread a([] {});
    // memset, memcpy, memmove; then a vptr on the stack is nobody's business.
    UseMemoryFunctions(text.get(), "abcdef", 6);
    a.Join();
  });
  EXPECT_EQ(outcome.log, "w6 r6 w6 r5 w5 ");
}

TEST(AccessEventTest, NobodyIsAskedWhileNobodyElseCanRun) {
  Outcome outcome = RunScenario(kListening, [] {
    auto shared = std::make_unique<int>(0);
    PlainStore(shared.get(), 1);
    Thread a([] {});
    a.Join();
    PlainStore(shared.get(), 2);
  });
  EXPECT_EQ(outcome.log, "");
}

TEST(AccessEventTest, TheOwnStackIsSkippedUntilAnotherThreadTouchesIt) {
  Outcome outcome = RunScenario(kListening, [] {
    alignas(64) int mine[32] = {};
    int* seen = &mine[0];
    Thread a([seen] {
      PlainStore(seen, 1);  // Asked: it is main's.
      detsim_yield();
    });
    Thread b([] { detsim_yield(); });
    PlainStore(&mine[0], 2);
    Log("| ");
    detsim_yield();  // a and b run.
    Log("| ");
    PlainStore(&mine[0], 3);
    PlainStore(&mine[16], 4);  // On another line.
    a.Join();
    b.Join();
  });
  EXPECT_EQ(outcome.log, "| w4 | w4 ");
}

TEST(AccessEventTest, QuestionsAnsweredWithTheDefaultLeaveNoTrace) {
  auto body = [] {
    auto shared = std::make_unique<int>(0);
    Thread a([&] { StoreManyTimes(shared.get(), 10); });
    Thread b([&] { StoreManyTimes(shared.get(), 20); });
    StoreManyTimes(shared.get(), 30);
    a.Join();
    b.Join();
  };
  Outcome asked = RunScenario(kListening, body);
  Outcome calm = RunScenario({}, body);
  EXPECT_FALSE(asked.log.empty());
  asked.log.clear();
  EXPECT_TRUE(asked.SameAs(calm)) << testing::PrintToString(asked) << "\n"
                                  << testing::PrintToString(calm);
}

TEST(AccessEventTest, TheQuantumIsWhereItWasWithoutQuestions) {
  // Accesses to the own stack, which are skipped, and to the heap, which are
  // not: the thread yields after as many as a calm run would.
  auto body = [] {
    auto shared = std::make_unique<int>(0);
    volatile int mine = 0;
    Thread a([&] { Log(*shared * 10); });
    StoreManyTimes(&mine, kAccessQuantum - 10);
    for (int i = 1; i <= 5; ++i) PlainStore(shared.get(), i);
    StoreManyTimes(&mine, 100);
    a.Join();
  };
  Outcome asked = RunScenario(kListening, body);
  Outcome calm = RunScenario({}, body);
  EXPECT_EQ(calm.log, "50 ");
  // The sixth is the one to the stack at which the quantum ends.
  EXPECT_EQ(asked.log, "w4 w4 w4 w4 w4 w4 50 ");
  EXPECT_EQ(asked.hash, calm.hash);
  EXPECT_EQ(asked.accesses, calm.accesses);
}

TEST(ConflictsTest, AreAboutBytesAndWrites) {
  char bytes[16];
  auto access = [&](int at, uint32_t size, bool writes) {
    return PendingOperation{.kind = OperationKind::kAccess,
                            .writes = writes,
                            .size = size,
                            .object = &bytes[at]};
  };
  EXPECT_TRUE(Conflicts(access(0, 4, true), access(0, 4, false)));
  EXPECT_TRUE(Conflicts(access(0, 4, true), access(3, 1, false)));
  EXPECT_TRUE(Conflicts(access(3, 1, false), access(0, 4, true)));
  EXPECT_FALSE(Conflicts(access(0, 4, true), access(4, 4, true)));
  EXPECT_FALSE(Conflicts(access(0, 4, false), access(0, 4, false)));
  PendingOperation store = {.kind = OperationKind::kAtomicStore,
                            .writes = Writes(OperationKind::kAtomicStore),
                            .object = &bytes[0]};
  EXPECT_TRUE(Conflicts(store, access(0, 8, false)));
  EXPECT_FALSE(Conflicts(store, access(1, 8, false)));
  EXPECT_FALSE(Conflicts(store, PendingOperation{}));
  EXPECT_FALSE(Writes(OperationKind::kAtomicLoad));
  EXPECT_FALSE(Writes(OperationKind::kSharedLock));
  EXPECT_TRUE(Writes(OperationKind::kLock));
}

}  // namespace
}  // namespace detsim::runtime
