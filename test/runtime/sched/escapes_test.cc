#include "runtime/sched/escapes.h"

#include <gtest/gtest.h>

#include "runtime/sched/abi_support.h"

namespace detsim::runtime {
namespace {

TEST(EscapesTest, AreCountedByName) {
  ResetEscapes();
  constexpr const char* kFirst = "first";
  constexpr const char* kSecond = "second";
  NoteEscape(kSecond);
  NoteEscape(kFirst);
  NoteEscape(kSecond);
  int count = 0;
  const EscapeCount* escapes = Escapes(&count);
  ASSERT_EQ(count, 2);
  EXPECT_STREQ(escapes[0].what, "second");
  EXPECT_EQ(escapes[0].count, 2u);
  EXPECT_STREQ(escapes[1].what, "first");
  EXPECT_EQ(escapes[1].count, 1u);
  ResetEscapes();
  Escapes(&count);
  EXPECT_EQ(count, 0);
}

TEST(EscapesTest, AreBounded) {
  ResetEscapes();
  static const char names[2 * kEscapesMax] = {};
  for (const char& name : names) NoteEscape(&name);
  int count = 0;
  Escapes(&count);
  EXPECT_EQ(count, kEscapesMax);
  ResetEscapes();
}

}  // namespace
}  // namespace detsim::runtime
