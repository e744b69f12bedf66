#include "cmd/lib/trace_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using runtime::Trace;
using testing::StartsWith;

struct ChoiceCase {
  runtime::Stream stream;
  runtime::OperationKind kind;
  uint64_t value;
  const char* text;
};

class ChoiceTextTest : public testing::TestWithParam<ChoiceCase> {};

TEST_P(ChoiceTextTest, SaysWhatHappenedInstead) {
  Trace trace = SampleTrace("/nonexistent");
  trace.events[2].choice_stream = static_cast<uint8_t>(GetParam().stream);
  trace.events[2].kind = GetParam().kind;
  trace.events[2].choice_value = GetParam().value;
  EXPECT_EQ(ChoiceText(trace, 2), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Choices, ChoiceTextTest,
    testing::Values(
        ChoiceCase{runtime::Stream::kSchedule, runtime::OperationKind::kLock, 7,
                   "PREEMPTED before lock: T1 (worker) runs instead"},
        ChoiceCase{runtime::Stream::kAccess, runtime::OperationKind::kAccess, 7,
                   "PREEMPTED at a plain access: T1 (worker) runs instead"},
        ChoiceCase{runtime::Stream::kWake, runtime::OperationKind::kNotifyOne,
                   2, "not the longest waiter is woken, but number 3"},
        ChoiceCase{runtime::Stream::kSpurious, runtime::OperationKind::kWait, 1,
                   "spurious wake-up of wait"},
        ChoiceCase{runtime::Stream::kSpurious, runtime::OperationKind::kTryLock,
                   1, "spurious failure of try_lock"},
        ChoiceCase{runtime::Stream::kTime, runtime::OperationKind::kLock, 1,
                   "time passes although a thread could run"},
        ChoiceCase{runtime::Stream::kValue, runtime::OperationKind::kRandom, 42,
                   "random value 42"}));

struct ValueCase {
  uint8_t flags;
  int size_log2;
  const char* text;
};

class ValueTextTest : public testing::TestWithParam<ValueCase> {};

// Reads 255 and writes 7.
TEST_P(ValueTextTest, SaysWhatWasReadAndWritten) {
  runtime::TraceEvent event;
  event.kind = runtime::OperationKind::kAtomicRmw;
  event.object = 9;
  event.read = 255;
  event.written = 7;
  event.value_flags = static_cast<uint8_t>(
      GetParam().flags | GetParam().size_log2 << runtime::kValueSizeShift);
  EXPECT_EQ(OperationText(SampleTrace("/p"), event, 3),
            std::string("read_modify_write #9") + GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Values, ValueTextTest,
    testing::Values(
        ValueCase{0, 0, ", reads from step 4"},
        ValueCase{runtime::kValueRead, 2, ", reads 255 from step 4"},
        ValueCase{runtime::kValueRead, 0, ", reads -1 from step 4"},
        ValueCase{runtime::kValueRead | runtime::kValueWritten, 3,
                  ", reads 255 from step 4, writes 7"},
        ValueCase{runtime::kValueRead | runtime::kNothingWritten, 2,
                  ", reads 255 from step 4, fails"},
        ValueCase{runtime::kValueRead | runtime::kReadAddress, 3,
                  ", reads address #255 from step 4"},
        ValueCase{runtime::kValueRead, 4, ", reads 255 and more from step 4"}));

TEST(OperationTextTest, SaysFloatingPointNumbersAsSuch) {
  runtime::TraceEvent event;
  event.kind = runtime::OperationKind::kAtomicStore;
  event.object = 9;
  event.written = std::bit_cast<uint64_t>(-0.1);
  event.value_flags =
      static_cast<uint8_t>(runtime::kValueWritten |
                           runtime::kDoubleValue << runtime::kValueSizeShift);
  EXPECT_EQ(OperationText(SampleTrace("/p"), event), "store #9, writes -0.1");
  event.written = std::bit_cast<uint32_t>(2.5e20f);
  event.value_flags =
      static_cast<uint8_t>(runtime::kValueWritten |
                           runtime::kFloatValue << runtime::kValueSizeShift);
  EXPECT_EQ(OperationText(SampleTrace("/p"), event),
            "store #9, writes 2.5e+20");
}

TEST(OperationTextTest, AStoreReadsNothing) {
  runtime::TraceEvent event;
  event.kind = runtime::OperationKind::kAtomicStore;
  event.object = 9;
  EXPECT_EQ(OperationText(SampleTrace("/p"), event, 3),
            "store #9, writes over step 4's");
  event.written = 7;
  event.value_flags = runtime::kValueWritten | 2 << runtime::kValueSizeShift;
  EXPECT_EQ(OperationText(SampleTrace("/p"), event, 3),
            "store #9, writes 7 over step 4's");
}

TEST(ChoiceTextTest, ThreadThatBlockedWasNotPreempted) {
  Trace trace = SampleTrace("/nonexistent");
  runtime::TraceEvent choice = trace.events[2];
  choice.task = 1;
  trace.events.insert(trace.events.begin() + 7, choice);
  EXPECT_EQ(ChoiceText(trace, 7),
            "next is T1 (worker), not the thread that waited longest");
}

TEST(ChoiceTextTest, ThreadThatPicksItselfWasNotPreempted) {
  Trace trace = SampleTrace("/nonexistent");
  runtime::TraceEvent choice = trace.events[2];
  choice.choice_value = trace.threads[choice.task].key;
  trace.events[2] = choice;
  EXPECT_THAT(ChoiceText(trace, 2), StartsWith("next is main"));
}

TEST(ChoiceTextTest, ThreadThatWokeSpuriouslyWasNotPreempted) {
  Trace trace = SampleTrace("/nonexistent");
  runtime::TraceEvent wake = trace.events[2];
  wake.kind = runtime::OperationKind::kWait;
  wake.choice_stream = static_cast<uint8_t>(runtime::Stream::kSpurious);
  wake.choice_value = 1;
  EXPECT_THAT(ChoiceText(trace, 2), StartsWith("PREEMPTED"));
  trace.events.insert(trace.events.begin() + 2, wake);
  EXPECT_THAT(ChoiceText(trace, 3), StartsWith("next is T1"));
}

}  // namespace
}  // namespace detsim::cmd
