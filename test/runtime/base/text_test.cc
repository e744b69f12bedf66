#include "runtime/base/text.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace detsim::runtime {
namespace {

TEST(FixedTextTest, StartsEmpty) {
  FixedText<8> text;
  EXPECT_TRUE(text.empty());
  EXPECT_STREQ(text.c_str(), "");
}

TEST(FixedTextTest, TextsAndNumbersAreAppended) {
  FixedText<64> text;
  text << "a" << 12 << "b" << -3 << " " << uint8_t{200} << " " << 0;
  EXPECT_EQ(text.view(), "a12b-3 200 0");
  EXPECT_EQ(text.size(), 12u);
}

TEST(FixedTextTest, ExtremesAreWritten) {
  FixedText<64> text;
  text << INT64_MIN << " " << UINT64_MAX;
  EXPECT_EQ(text.view(), "-9223372036854775808 18446744073709551615");
}

TEST(FixedTextTest, WhatDoesNotFitIsCutOff) {
  FixedText<6> text;
  text << "abcd" << "efgh";
  EXPECT_EQ(text.view(), "abcde");
  EXPECT_STREQ(text.c_str(), "abcde");
  text << "x";
  EXPECT_EQ(text.view(), "abcde");
}

TEST(FixedTextTest, ClearingStartsOver) {
  FixedText<6> text;
  text << "abcdefgh";
  text.clear();
  EXPECT_TRUE(text.empty());
  text << "x";
  EXPECT_STREQ(text.c_str(), "x");
}

}  // namespace
}  // namespace detsim::runtime
