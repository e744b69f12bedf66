#include "rewriter/output/positions.h"

#include <algorithm>
#include <iterator>

namespace detsim::rewriter {

LineTable::LineTable(std::string_view text) : begins_({0}) {
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') begins_.push_back(i + 1);
}

Position LineTable::PositionOf(size_t offset) const {
  const auto after = std::ranges::upper_bound(begins_, offset);
  return {.line = static_cast<unsigned>(after - begins_.begin()),
          .column = static_cast<unsigned>(offset - *std::prev(after) + 1)};
}

Position PositionOf(std::string_view text, size_t offset) {
  return LineTable(text.substr(0, offset)).PositionOf(offset);
}

}  // namespace detsim::rewriter
