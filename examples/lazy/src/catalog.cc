#include "lazy/catalog.h"

#include <sstream>
#include <utility>

namespace lazy {
namespace {

std::map<std::string, int> Parse(const std::string& text) {
  std::map<std::string, int> prices;
  std::istringstream lines(text);
  std::string item;
  int price = 0;
  while (lines >> item >> price) prices[item] = price;
  return prices;
}

}  // namespace

Catalog::Catalog(std::string text)
    : prices_([text = std::move(text)] { return Parse(text); }) {}

std::optional<int> Catalog::Price(const std::string& item) {
  const std::map<std::string, int>& prices = prices_.Get();
  const auto found = prices.find(item);
  if (found == prices.end()) return std::nullopt;
  return found->second;
}

}  // namespace lazy
