#include "lazy/lazy.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>

#include "lazy/catalog.h"

namespace lazy {
namespace {

TEST(LazyTest, MakesTheValueWhenItIsNeeded) {
  int made = 0;
  Lazy<int> answer([&made] {
    ++made;
    return 42;
  });
  EXPECT_FALSE(answer.ready());
  EXPECT_EQ(answer.Get(), 42);
  EXPECT_EQ(answer.Get(), 42);
  EXPECT_EQ(made, 1);
}

TEST(CatalogTest, FindsPrices) {
  Catalog catalog("bread 320\nmilk 119\n");
  EXPECT_EQ(catalog.Price("milk"), 119);
  EXPECT_EQ(catalog.Price("wine"), std::nullopt);
}

TEST(CatalogTest, ParsesNothingBeforeTheFirstQuestion) {
  Catalog catalog("bread 320\n");
  EXPECT_FALSE(catalog.parsed());
  catalog.Price("bread");
  EXPECT_TRUE(catalog.parsed());
}

TEST(CatalogTest, SharesPricesWithThreadsThatComeLater) {
  Catalog catalog("bread 320\nmilk 119\n");
  EXPECT_EQ(catalog.Price("bread"), 320);
  std::thread later([&catalog] { EXPECT_EQ(catalog.Price("milk"), 119); });
  later.join();
}

TEST(CatalogTest, ServesTwoCustomersAtOnce) {
  Catalog catalog("bread 320\nmilk 119\n");
  std::thread first([&catalog] { EXPECT_EQ(catalog.Price("bread"), 320); });
  std::thread second([&catalog] { EXPECT_EQ(catalog.Price("milk"), 119); });
  first.join();
  second.join();
}

}  // namespace
}  // namespace lazy
