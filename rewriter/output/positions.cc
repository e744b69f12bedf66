#include "rewriter/output/positions.h"

#include <algorithm>

namespace detsim::rewriter {

Position PositionOf(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const size_t newline = before.rfind('\n');
  const size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {.line = static_cast<unsigned>(std::ranges::count(before, '\n') + 1),
          .column = static_cast<unsigned>(offset - line_begin + 1)};
}

}  // namespace detsim::rewriter
