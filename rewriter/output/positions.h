// Byte offsets of a text as lines and columns, both from 1, columns in bytes,
// as compilers count them.
#ifndef DETSIM_REWRITER_OUTPUT_POSITIONS_H_
#define DETSIM_REWRITER_OUTPUT_POSITIONS_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace detsim::rewriter {

struct Position {
  unsigned line = 1;
  unsigned column = 1;
};

// For many offsets of one text.
class LineTable {
 public:
  explicit LineTable(std::string_view text);
  // REQUIRES: offset <= text.size().
  Position PositionOf(size_t offset) const;

 private:
  std::vector<size_t> begins_;  // of the lines
};

// For one. REQUIRES: offset <= text.size().
Position PositionOf(std::string_view text, size_t offset);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_POSITIONS_H_
