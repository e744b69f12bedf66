#include "runtime/base/bytes.h"

#include <gtest/gtest.h>

#include <string>

namespace detsim::runtime {
namespace {

TEST(BytesTest, WhatIsWrittenIsRead) {
  char buffer[256];
  ByteWriter out(buffer, sizeof buffer);
  out.Value(uint32_t{7});
  out.Text("seven");
  uint64_t numbers[] = {1, 2, 3};
  out.Array(numbers, 3);
  out.Value(true);
  ASSERT_TRUE(out.ok());
  ByteReader in({buffer, out.size()});
  EXPECT_EQ(in.Value<uint32_t>(), 7u);
  EXPECT_EQ(in.Text(), "seven");
  uint64_t count = 0;
  std::string_view bytes = in.Array<uint64_t>(&count);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(bytes, std::string_view(reinterpret_cast<char*>(numbers), 24));
  EXPECT_TRUE(in.Value<bool>());
  EXPECT_TRUE(in.ok());
  EXPECT_TRUE(in.at_end());
}

TEST(BytesTest, NothingIsWrittenPastTheEnd) {
  char buffer[8] = "abcdefg";
  ByteWriter out(buffer, 4);
  out.Value(uint64_t{0});
  EXPECT_FALSE(out.ok());
  EXPECT_EQ(out.size(), 0u);
  EXPECT_STREQ(buffer, "abcdefg");
}

TEST(BytesTest, AWriterStaysBadAfterTheEnd) {
  char buffer[4];
  ByteWriter out(buffer, 4);
  out.Value(uint64_t{0});
  out.Value(uint8_t{0});
  EXPECT_FALSE(out.ok());
}

TEST(BytesTest, ReadingPastTheEndGivesZeros) {
  ByteReader in("abc");
  EXPECT_EQ(in.Value<uint32_t>(), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.Text(), "");
}

TEST(BytesTest, ATextLongerThanTheRestIsRefused) {
  char buffer[16];
  ByteWriter out(buffer, sizeof buffer);
  out.Value(uint32_t{100});
  out.Value(uint8_t{1});
  ByteReader in({buffer, out.size()});
  EXPECT_EQ(in.Text(), "");
  EXPECT_FALSE(in.ok());
}

TEST(BytesTest, ACountThatWouldOverflowIsRefused) {
  char buffer[32] = {};
  ByteWriter out(buffer, sizeof buffer);
  out.Value(~uint64_t{0} / 4);
  out.Value(uint64_t{0});
  ByteReader in({buffer, out.size()});
  uint64_t count = 1;
  in.Array<uint64_t>(&count);
  EXPECT_EQ(count, 0u);
  EXPECT_FALSE(in.ok());
}

TEST(BytesTest, EmptyTextsAndArraysAreFine) {
  char buffer[16];
  ByteWriter out(buffer, sizeof buffer);
  out.Text("");
  out.Array<uint64_t>(nullptr, 0);
  ASSERT_TRUE(out.ok());
  ByteReader in({buffer, out.size()});
  uint64_t count = 1;
  EXPECT_EQ(in.Text(), "");
  in.Array<uint64_t>(&count);
  EXPECT_EQ(count, 0u);
  EXPECT_TRUE(in.ok());
}

}  // namespace
}  // namespace detsim::runtime
