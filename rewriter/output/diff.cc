#include "rewriter/output/diff.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"

namespace detsim::rewriter {
namespace {

constexpr size_t kContextLines = 3;

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      lines.push_back(std::string(text) + "\n\\ No newline at end of file");
      break;
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// [first, second) line numbers from 0 that one hunk shows.
struct Hunk {
  size_t first = 0;
  size_t second = 0;
};

std::vector<Hunk> Hunks(const std::vector<std::string>& before,
                        const std::vector<std::string>& after) {
  std::vector<Hunk> hunks;
  const size_t count = std::min(before.size(), after.size());
  for (size_t i = 0; i < count; ++i) {
    if (before[i] == after[i]) continue;
    const size_t first = i < kContextLines ? 0 : i - kContextLines;
    const size_t second = std::min(i + kContextLines + 1, count);
    if (!hunks.empty() && hunks.back().second >= first)
      hunks.back().second = second;
    else
      hunks.push_back({first, second});
  }
  return hunks;
}

}  // namespace

std::string UnifiedDiff(const std::string& name, std::string_view before,
                        std::string_view after) {
  const std::vector<std::string> old_lines = Lines(before);
  const std::vector<std::string> new_lines = Lines(after);
  const std::vector<Hunk> hunks = Hunks(old_lines, new_lines);
  if (hunks.empty()) return "";
  std::string text = absl::StrCat("--- a/", name, "\n+++ b/", name, "\n");
  for (const Hunk& hunk : hunks) {
    const std::string range =
        absl::StrCat(hunk.first + 1, ",", hunk.second - hunk.first);
    absl::StrAppend(&text, "@@ -", range, " +", range, " @@\n");
    for (size_t i = hunk.first; i < hunk.second;) {
      size_t end = i;
      while (end < hunk.second && old_lines[end] != new_lines[end]) ++end;
      if (end == i) {
        absl::StrAppend(&text, " ", old_lines[i++], "\n");
        continue;
      }
      for (size_t j = i; j < end; ++j)
        absl::StrAppend(&text, "-", old_lines[j], "\n");
      for (; i < end; ++i) absl::StrAppend(&text, "+", new_lines[i], "\n");
    }
  }
  return text;
}

}  // namespace detsim::rewriter
