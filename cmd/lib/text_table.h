// Aligned columns of text for reports. Numbers go to the right of their
// column, words to the left, by what the column's heading says.
#ifndef DETSIM_CMD_LIB_TEXT_TABLE_H_
#define DETSIM_CMD_LIB_TEXT_TABLE_H_

#include <string>
#include <vector>

namespace detsim::cmd {

class TextTable {
 public:
  // Headings that start with '>' are of columns of numbers; the sign is not
  // shown. Without any heading text no line of headings is printed.
  explicit TextTable(std::vector<std::string> headings);

  // As many cells as there are headings.
  void Row(std::vector<std::string> cells);

  bool empty() const { return rows_.empty(); }

  // A line each, two spaces before it and between columns.
  std::string Text() const;

 private:
  std::vector<std::string> headings_;
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TEXT_TABLE_H_
