// The words of names.cc, which are part of reports.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "runtime/choice/choice.h"
#include "runtime/choice/operation.h"
#include "runtime/choice/verdict.h"

namespace detsim::runtime {
namespace {

TEST(NamesTest, EveryOperationHasOneOfItsOwn) {
  std::set<std::string> names;
  for (int i = 0; i < kOperationKinds; ++i) {
    names.insert(OperationName(static_cast<OperationKind>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(kOperationKinds));
  EXPECT_FALSE(names.contains("unknown"));
  EXPECT_STREQ(OperationName(static_cast<OperationKind>(kOperationKinds)),
               "unknown");
}

TEST(NamesTest, OperationsHaveTheirs) {
  EXPECT_STREQ(OperationName(OperationKind::kLock), "lock");
  EXPECT_STREQ(OperationName(OperationKind::kNotifyOne), "notify_one");
  EXPECT_STREQ(OperationName(OperationKind::kSharedTimedLock),
               "timed_lock_shared");
  EXPECT_STREQ(OperationName(OperationKind::kAccess), "access");
  EXPECT_STREQ(OperationName(OperationKind::kBlock), "block");
}

TEST(NamesTest, EveryStreamHasOneOfItsOwn) {
  std::set<std::string> names;
  for (int i = 0; i < kStreams; ++i) {
    names.insert(StreamName(static_cast<Stream>(i)));
  }
  EXPECT_EQ(names, (std::set<std::string>{"schedule", "access", "wake",
                                          "spurious", "time", "value"}));
  EXPECT_STREQ(StreamName(static_cast<Stream>(kStreams)), "unknown");
}

TEST(NamesTest, VerdictsAreFoundByName) {
  for (int i = 0; i < kVerdicts; ++i) {
    auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(VerdictFromName(VerdictName(verdict)), verdict);
  }
  EXPECT_EQ(VerdictName(Verdict::kThreadLeak), "thread_leak");
  EXPECT_EQ(VerdictFromName("no such"), Verdict::kPassed);
}

TEST(NamesTest, WhatCountsAsAFailure) {
  std::set<std::string_view> others;
  for (int i = 0; i < kVerdicts; ++i) {
    auto verdict = static_cast<Verdict>(i);
    if (!IsFailure(verdict)) others.insert(VerdictName(verdict));
  }
  EXPECT_EQ(others,
            (std::set<std::string_view>{"passed", "inconclusive", "skipped"}));
}

}  // namespace
}  // namespace detsim::runtime
