#include "cmd/lib/column_map.h"

namespace detsim::cmd {

ColumnMap::ColumnMap(const std::set<rewriter::ReportedEdit>& edits) {
  for (const rewriter::ReportedEdit& edit : edits)
    edits_[{edit.file, edit.line}][edit.column] = {
        .before = edit.length,
        .after = static_cast<uint32_t>(edit.replacement.size())};
}

uint32_t ColumnMap::Original(const std::string& file, uint32_t line,
                             uint32_t column) const {
  auto found = edits_.find({file, line});
  if (found == edits_.end()) return column;
  int64_t growth = 0;  // By the edits before `column`.
  for (const auto& [original, lengths] : found->second) {
    int64_t rewritten = original + growth;
    if (column < rewritten) break;
    if (column < rewritten + lengths.after) return original;
    growth += int64_t{lengths.after} - lengths.before;
  }
  return static_cast<uint32_t>(column - growth);
}

}  // namespace detsim::cmd
