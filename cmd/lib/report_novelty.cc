#include "cmd/lib/report_novelty.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/report_words.h"

namespace detsim::cmd {
namespace {

bool IsPowerOfTen(uint64_t n) {
  while (n >= 10 && n % 10 == 0) n /= 10;
  return n == 1;
}

// "1: 34, 10: 55, 100: 61, 640: 63".
std::string GrowthText(const runtime::NoveltyResult& novelty) {
  std::vector<std::string> parts;
  for (const runtime::GrowthPoint& point : novelty.growth) {
    if (IsPowerOfTen(point.runs) || &point == &novelty.growth.back())
      parts.push_back(absl::StrCat(point.runs, ": ", point.sum()));
  }
  return absl::StrJoin(parts, ", ");
}

}  // namespace

std::string NoveltyLines(const SweepReport& report) {
  constexpr size_t kNameColumnMax = 48;
  size_t width = 0;
  std::string out;
  for (const TestReport& test : report.tests) {
    if (test.novelty && !test.sequential)
      width = std::max(width, std::min(test.test.name.size(), kNameColumnMax));
  }
  for (const TestReport& test : report.tests) {
    if (!test.novelty || test.sequential || test.novelty->growth.empty())
      continue;
    if (out.empty())
      out =
          "\nnew behaviour (reads-from pairs, hand-offs, edges, failures) "
          "known "
          "after so many runs:\n";
    absl::StrAppendFormat(&out, "  %-*s  %s; %s%s\n", width, test.test.name,
                          GrowthText(*test.novelty),
                          test.novelty->last_new_run == 0
                              ? "none of it new"
                              : absl::StrCat("the last of it new in run ",
                                             test.novelty->last_new_run),
                          test.novelty->stopped ? ": ended" : "");
  }
  return out;
}

std::string CorpusLine(const SweepReport& report) {
  runtime::CorpusCounts sum;
  uint64_t entries = 0;
  uint64_t runs = 0;
  bool any = false;
  for (const TestReport& test : report.tests) {
    if (!test.corpus) continue;
    any = true;
    entries += test.corpus->entries.size();
    runs += test.runs;
    sum.added += test.corpus_counts.added;
    sum.stale += test.corpus_counts.stale;
    sum.branched += test.corpus_counts.branched;
    sum.redrawn += test.corpus_counts.redrawn;
    sum.fresh += test.corpus_counts.fresh;
  }
  if (!any) return "";
  std::string out = absl::StrCat(
      "corpus: ", entries, entries == 1 ? " entry" : " entries", ", ",
      sum.added, " added, ", sum.stale, " stale and skipped; of ",
      Plural(runs, "run"), " ", sum.branched, " branched off one, ",
      sum.redrawn, " repeated one but for a stream");
  if (sum.fresh > 0)
    absl::StrAppend(&out, "; ", sum.fresh, " of these showed something new");
  return out + "\n";
}

}  // namespace detsim::cmd
