// From columns of rewritten lines to columns of the user's: a replaced name is
// mostly longer than it was, so debug information is right about lines only.
#ifndef DETSIM_CMD_LIB_COLUMN_MAP_H_
#define DETSIM_CMD_LIB_COLUMN_MAP_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "rewriter/output/unit_report.h"

namespace detsim::cmd {

class ColumnMap {
 public:
  ColumnMap() = default;
  // A file that two units rewrote in two ways has the edits of both; there is
  // no telling which of them a place is of, and columns behind such an edit are
  // those of one.
  explicit ColumnMap(const std::set<rewriter::ReportedEdit>& edits);

  // The column in the user's file of what is at `column` in the rewritten one;
  // 0 stays 0. Inside a replaced name it is that of the name.
  uint32_t Original(const std::string& file, uint32_t line,
                    uint32_t column) const;

 private:
  struct Lengths {
    uint32_t before = 0;
    uint32_t after = 0;
  };
  // By file and line: the edits by their column in the user's file.
  std::map<std::pair<std::string, uint32_t>, std::map<uint32_t, Lengths>>
      edits_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_COLUMN_MAP_H_
