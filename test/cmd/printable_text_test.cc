#include "cmd/lib/printable_text.h"

#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

TEST(PrintableTextTest, LeavesTextAlone) {
  EXPECT_EQ(PrintableText("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(PrintableText("\u00a0\u00e9\u20ac\U0001f600"),
            "\u00a0\u00e9\u20ac\U0001f600");
  EXPECT_EQ(PrintableText(""), "");
}

TEST(PrintableTextTest, WritesControlCharactersOut) {
  EXPECT_EQ(PrintableText("bell\a esc\x1b[31m cr\r del\x7f"),
            "bell\\x07 esc\\x1b[31m cr\\x0d del\\x7f");
  // The 8-bit form of ESC [.
  EXPECT_EQ(PrintableText("\u009b31m"), "\\xc2\\x9b31m");
}

TEST(PrintableTextTest, WritesOutWhatIsNotUtf8) {
  EXPECT_EQ(PrintableText("\xff\xfe."), "\\xff\\xfe.");
  EXPECT_EQ(PrintableText("\xc3"), "\\xc3");    // Cut off.
  EXPECT_EQ(PrintableText("\xc3."), "\\xc3.");  // Not continued.
  EXPECT_EQ(PrintableText("\xe0\x80\x80"), "\\xe0\\x80\\x80");  // Overlong.
  EXPECT_EQ(PrintableText("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // Surrogate.
}

}  // namespace
}  // namespace detsim::cmd
