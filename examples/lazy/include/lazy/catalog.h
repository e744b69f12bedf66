// The prices of a shop.
#ifndef LAZY_CATALOG_H_
#define LAZY_CATALOG_H_

#include <map>
#include <optional>
#include <string>

#include "lazy/lazy.h"

namespace lazy {

// Thread-safe.
class Catalog {
 public:
  // `text` has one "ITEM PRICE" a line. It is parsed when the first price is
  // asked for.
  explicit Catalog(std::string text);

  // Nothing if the item is not sold here.
  std::optional<int> Price(const std::string& item);

  bool parsed() const { return prices_.ready(); }

 private:
  Lazy<std::map<std::string, int>> prices_;
};

}  // namespace lazy

#endif  // LAZY_CATALOG_H_
