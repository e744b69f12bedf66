#include "rewriter/symbols.h"

#include <gtest/gtest.h>

#include <set>

namespace detsim::rewriter {
namespace {

TEST(SymbolsTest, EveryNameStandsOnce) {
  std::set<std::string_view> names;
  for (const Symbol& symbol : Symbols())
    EXPECT_TRUE(names.insert(symbol.name).second) << symbol.name;
  for (const UncontrolledSymbol& symbol : UncontrolledSymbols())
    EXPECT_TRUE(names.insert(symbol.name).second) << symbol.name;
}

TEST(SymbolsTest, ReplacementsFollowTheNamesOfTheStandard) {
  for (const Symbol& symbol : Symbols()) {
    const std::string name(symbol.name);
    const std::string expected =
        symbol.kind == SymbolKind::kCFunction ||
                symbol.kind == SymbolKind::kMacro
            ? "detsim_" + name
            : "detsim::" + name.substr(sizeof "std::" - 1);
    EXPECT_EQ(symbol.replacement, expected);
  }
}

TEST(SymbolsTest, GenericNamesStayWithStd) {
  EXPECT_EQ(FindSymbol("std::lock_guard"), nullptr);
  EXPECT_EQ(FindSymbol("std::unique_lock"), nullptr);
  EXPECT_EQ(FindSymbol("std::memory_order"), nullptr);
  EXPECT_EQ(FindSymbol("std::chrono::milliseconds"), nullptr);
}

TEST(SymbolsTest, FindsByQualifiedNameOnly) {
  ASSERT_NE(FindSymbol("std::mutex"), nullptr);
  EXPECT_EQ(FindSymbol("std::mutex")->replacement, "detsim::mutex");
  EXPECT_EQ(FindSymbol("mutex"), nullptr);
  EXPECT_EQ(FindSymbol("app::mutex"), nullptr);
  ASSERT_NE(FindSymbol("time"), nullptr);
  EXPECT_TRUE(IsSymbolLastName("mutex"));
  EXPECT_TRUE(IsSymbolLastName("steady_clock"));
  EXPECT_FALSE(IsSymbolLastName("chrono"));
}

TEST(SymbolsTest, NamesWithoutAShimAreKnown) {
  ASSERT_NE(FindUncontrolledSymbol("fork"), nullptr);
  EXPECT_EQ(FindUncontrolledSymbol("fork")->id, "uncontrolled-process");
}

}  // namespace
}  // namespace detsim::rewriter
