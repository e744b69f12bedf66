#include "runtime/sched/object_names.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace detsim::runtime {
namespace {

class ObjectNamesTest : public testing::Test {
 protected:
  ObjectNamesTest() {
    names_.Map();
    names_.BeginRun();
  }

  ObjectNames names_;
  int objects_[3] = {};
};

TEST_F(ObjectNamesTest, OrdinalsComeInTheOrderOfFirstUse) {
  EXPECT_EQ(names_.Ordinal(&objects_[2]), 1u);
  EXPECT_EQ(names_.Ordinal(&objects_[0]), 2u);
  EXPECT_EQ(names_.Ordinal(&objects_[2]), 1u);
  EXPECT_EQ(names_.Ordinal(&objects_[1]), 3u);
}

TEST_F(ObjectNamesTest, NullHasNone) {
  EXPECT_EQ(names_.Ordinal(nullptr), 0u);
  EXPECT_EQ(names_.Ordinal(&objects_[0]), 1u);
}

TEST_F(ObjectNamesTest, ARunStartsOver) {
  names_.Ordinal(&objects_[0]);
  names_.BeginRun();
  EXPECT_EQ(names_.Ordinal(&objects_[1]), 1u);
  EXPECT_EQ(names_.Ordinal(&objects_[0]), 2u);
}

TEST_F(ObjectNamesTest, WhatLivesAtAForgottenAddressIsAnotherObject) {
  names_.Ordinal(&objects_[0]);
  names_.Forget(&objects_[0]);
  uint32_t second = names_.Ordinal(&objects_[0]);
  EXPECT_GT(second, 1u);
  EXPECT_EQ(names_.Ordinal(&objects_[0]), second);
  EXPECT_GT(names_.Ordinal(&objects_[1]), second);
}

TEST_F(ObjectNamesTest, ForgettingTheUnknownDoesNothing) {
  names_.Forget(&objects_[0]);
  EXPECT_EQ(names_.Ordinal(&objects_[1]), 1u);
}

TEST_F(ObjectNamesTest, ManyObjectsHaveDifferentOrdinals) {
  std::vector<char> memory(100'000);
  std::set<uint32_t> ordinals;
  for (char& c : memory) ordinals.insert(names_.Ordinal(&c));
  EXPECT_EQ(ordinals.size(), memory.size());
  EXPECT_EQ(*ordinals.begin(), 1u);
  EXPECT_EQ(*ordinals.rbegin(), memory.size());
}

TEST_F(ObjectNamesTest, PastTheMaximumObjectsHaveNone) {
  constexpr uintptr_t kMax = 1 << 19;
  for (uintptr_t i = 1; i <= kMax; ++i) {
    names_.Ordinal(reinterpret_cast<void*>(i * 16));
  }
  EXPECT_EQ(names_.Ordinal(reinterpret_cast<void*>(kMax * 16)), kMax);
  EXPECT_EQ(names_.Ordinal(&objects_[0]), 0u);
  names_.Forget(reinterpret_cast<void*>(16));
  EXPECT_EQ(names_.Ordinal(reinterpret_cast<void*>(16)), 1u);
}

}  // namespace
}  // namespace detsim::runtime
