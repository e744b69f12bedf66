// What the events of atomic operations say of their values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

using testing::ElementsAre;

constexpr uint8_t kInt = 2 << kValueSizeShift;
constexpr uint8_t kPointer = 3 << kValueSizeShift;

struct Values {
  uint8_t flags;
  uint64_t read;
  uint64_t written;

  friend bool operator==(const Values&, const Values&) = default;
};

std::vector<Values> ValuesOf(void (*body)()) {
  Outcome outcome = RunScenario({.trace = true}, body);
  std::vector<Values> values;
  for (const Event& event : outcome.events) {
    if (event.value_flags != 0)
      values.push_back({event.value_flags, event.read, event.written});
  }
  return values;
}

TEST(AtomicValuesTest, EachOperationTellsWhatItReadAndWrote) {
  EXPECT_THAT(ValuesOf([] {
                int n = 0;
                AnnouncedStore(&n, 5);
                AnnouncedAdd(&n, 2);
                AnnouncedLoad(&n);
              }),
              ElementsAre(Values{kValueWritten | kInt, 0, 5},
                          Values{kValueRead | kValueWritten | kInt, 5, 7},
                          Values{kValueRead | kInt, 7, 0}));
}

TEST(AtomicValuesTest, CompareExchangeThatFailsWritesNothing) {
  EXPECT_THAT(ValuesOf([] {
                int n = 1;
                AnnouncedCompareExchange(&n, 2, 3);
                AnnouncedCompareExchange(&n, 1, 4);
              }),
              ElementsAre(Values{kValueRead | kNothingWritten | kInt, 1, 0},
                          Values{kValueRead | kValueWritten | kInt, 1, 4}));
}

TEST(AtomicValuesTest, AddressesAreMarked) {
  static int target;
  static int* pointer;
  EXPECT_THAT(ValuesOf([] {
                AnnouncedPointerStore(&pointer, &target);
                AnnouncedPointerStore(&pointer, nullptr);
              }),
              ElementsAre(Values{kValueWritten | kWrittenAddress | kPointer, 0,
                                 reinterpret_cast<uint64_t>(&target)},
                          Values{kValueWritten | kPointer, 0, 0}));
}

TEST(AtomicValuesTest, OperationsWithoutAnnouncementTellNothing) {
  EXPECT_THAT(ValuesOf([] {
                int n = 3;
                UnannouncedLoad(&n);
              }),
              ElementsAre());
}

}  // namespace
}  // namespace detsim::runtime
