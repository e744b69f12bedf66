#include "cmd/lib/column_map.h"

#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

// "std::mutex a; std::mutex b;" became "detsim::mutex a; detsim::mutex b;".
ColumnMap TwoEdits() {
  return ColumnMap({{.file = "/p/a.cc",
                     .line = 3,
                     .column = 1,
                     .length = 10,
                     .symbol = "std::mutex",
                     .replacement = "detsim::mutex"},
                    {.file = "/p/a.cc",
                     .line = 3,
                     .column = 15,
                     .length = 10,
                     .symbol = "std::mutex",
                     .replacement = "detsim::mutex"}});
}

TEST(ColumnMapTest, ColumnsBehindAnEditMoveBack) {
  ColumnMap map = TwoEdits();
  EXPECT_EQ(map.Original("/p/a.cc", 3, 15), 12u);  // a
  EXPECT_EQ(map.Original("/p/a.cc", 3, 18), 15u);  // The second edit.
  EXPECT_EQ(map.Original("/p/a.cc", 3, 32), 26u);  // b
}

TEST(ColumnMapTest, InsideAReplacedNameIsItsStart) {
  EXPECT_EQ(TwoEdits().Original("/p/a.cc", 3, 9), 1u);
}

TEST(ColumnMapTest, OtherLinesAndFilesStay) {
  ColumnMap map = TwoEdits();
  EXPECT_EQ(map.Original("/p/a.cc", 4, 15), 15u);
  EXPECT_EQ(map.Original("/p/b.cc", 3, 15), 15u);
  EXPECT_EQ(map.Original("/p/a.cc", 3, 0), 0u);
}

}  // namespace
}  // namespace detsim::cmd
