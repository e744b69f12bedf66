#include "runtime/race/race_shadow.h"

#include <gtest/gtest.h>

namespace detsim::runtime {
namespace {

// The regions of a shadow have fixed addresses: one for a process.
RaceShadow& Shadow() {
  static RaceShadow shadow;
  shadow.Map();
  return shadow;
}

TEST(RaceShadowTest, AUnitHasACellOfItsOwn) {
  Shadow().CellOf(0x1000)->write = 1;
  Shadow().CellOf(0x1008)->write = 2;
  EXPECT_EQ(Shadow().CellOf(0x1007)->write, 1u);
  EXPECT_EQ(Shadow().CellOf(0x100f)->write, 2u);
}

TEST(RaceShadowTest, FarAddressesDoNotMeet) {
  Shadow().CellOf(0x1000)->read = 1;
  Shadow().CellOf(0x7fff00001000)->read = 2;
  Shadow().PlacesOf(0x7fff00001000)->read = 3;
  *Shadow().ObjectOf(0x7fff00001000) = 4;
  EXPECT_EQ(Shadow().CellOf(0x1000)->read, 1u);
  EXPECT_EQ(Shadow().PlacesOf(0x1000)->read, 0u);
  EXPECT_EQ(*Shadow().ObjectOf(0x1000), 0u);
}

TEST(RaceShadowTest, ClearingLeavesTheNeighboursAlone) {
  for (uintptr_t a = 0x5000; a < 0x5100; a += 8) {
    Shadow().CellOf(a)->write = 1;
    *Shadow().ObjectOf(a) = 1;
  }
  Shadow().Clear(0x5010, 0x20);
  EXPECT_EQ(Shadow().CellOf(0x5008)->write, 1u);
  EXPECT_EQ(Shadow().CellOf(0x5010)->write, 0u);
  EXPECT_EQ(*Shadow().ObjectOf(0x5028), 0u);
  EXPECT_EQ(Shadow().CellOf(0x5030)->write, 1u);
}

TEST(RaceShadowTest, ClearingMuchMemoryClearsItsEnds) {
  constexpr uintptr_t kBegin = 0x200008;
  constexpr size_t kSize = 16 << 20;
  Shadow().CellOf(kBegin - 8)->write = 1;
  Shadow().CellOf(kBegin)->write = 1;
  Shadow().CellOf(kBegin + kSize / 2)->write = 1;
  Shadow().CellOf(kBegin + kSize - 8)->write = 1;
  Shadow().CellOf(kBegin + kSize)->write = 1;
  Shadow().Clear(kBegin, kSize);
  EXPECT_EQ(Shadow().CellOf(kBegin - 8)->write, 1u);
  EXPECT_EQ(Shadow().CellOf(kBegin)->write, 0u);
  EXPECT_EQ(Shadow().CellOf(kBegin + kSize / 2)->write, 0u);
  EXPECT_EQ(Shadow().CellOf(kBegin + kSize - 8)->write, 0u);
  EXPECT_EQ(Shadow().CellOf(kBegin + kSize)->write, 1u);
}

}  // namespace
}  // namespace detsim::runtime
