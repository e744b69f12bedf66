#include "cmd/lib/text_table.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/base/check.h"

namespace detsim::cmd {

TextTable::TextTable(std::vector<std::string> headings)
    : headings_(std::move(headings)) {
  for (std::string& heading : headings_) {
    right_.push_back(heading.starts_with('>'));
    if (right_.back()) heading.erase(0, 1);
  }
}

void TextTable::Row(std::vector<std::string> cells) {
  DETSIM_CHECK(cells.size() == headings_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::Text() const {
  std::vector<size_t> widths(headings_.size());
  std::vector<const std::vector<std::string>*> lines;
  bool named =
      std::any_of(headings_.begin(), headings_.end(),
                  [](const auto& heading) { return !heading.empty(); });
  if (named) lines.push_back(&headings_);
  for (const auto& row : rows_) lines.push_back(&row);
  for (const auto* line : lines) {
    for (size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], (*line)[i].size());
  }
  std::string text;
  for (const auto* cells : lines) {
    std::string line;
    for (size_t i = 0; i < widths.size(); ++i) {
      std::string gap(widths[i] - (*cells)[i].size(), ' ');
      absl::StrAppend(&line, "  ", right_[i] ? gap : "", (*cells)[i],
                      right_[i] ? "" : gap);
    }
    while (line.ends_with(' ')) line.pop_back();
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

}  // namespace detsim::cmd
