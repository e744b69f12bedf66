#include "cmd/lib/report_search.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/report_words.h"

namespace detsim::cmd {
namespace {

// "; held fixed: X, Y".
std::string HeldFixedText(const runtime::SearchResult& search) {
  if (search.held_fixed.empty()) return "";
  return absl::StrCat("; held fixed: ", absl::StrJoin(search.held_fixed, ", "));
}

// "all schedules up to equivalence (bound: none)". How many they are is said
// beside each test.
std::string AllText(const runtime::SearchResult& search) {
  return absl::StrCat(
      "all schedules",
      search.search == runtime::kDfs ? " up to equivalence" : "", " (bound: ",
      search.bound < 0 ? "none" : Plural(search.bound, "unusual choice"), ")");
}

std::string SearchText(const TestReport& test) {
  const runtime::SearchResult& search = *test.search;
  if (!search.gave_up.empty())
    return absl::StrCat(search.search, " gave up: ", search.gave_up);
  if (search.exhausted)
    return absl::StrCat(AllText(search),
                        test.failures.empty() ? " pass" : " were run",
                        HeldFixedText(search));
  if (search.bound >= 0)
    return absl::StrCat("every schedule with at most ",
                        Plural(search.bound, "unusual choice"), " was run",
                        HeldFixedText(search));
  return absl::StrCat(search.search, " did not end within the trials");
}

}  // namespace

std::string SearchLines(const SweepReport& report) {
  std::map<std::string, std::vector<std::string>> names;
  for (const TestReport& test : report.tests) {
    if (!test.search || test.sequential) continue;
    if (!test.search->exhausted && test.search->search != report.strategy)
      continue;
    names[SearchText(test)].push_back(test.test.name);
  }
  std::string out;
  for (auto& [text, tests] : names)
    absl::StrAppend(&out, "\n", SomeNames(std::move(tests)), ": ", text, "\n");
  return out;
}

std::string ShareLines(const SweepReport& report) {
  std::vector<std::string> parts;
  for (const auto& [name, share] : report.shares) {
    std::string part = absl::StrCat(name, " ", Plural(share.runs, "run"));
    if (share.fresh > 0) absl::StrAppend(&part, ", ", share.fresh, " new");
    if (share.failing > 0)
      absl::StrAppend(&part, ", ", share.failing, " failed");
    parts.push_back(std::move(part));
  }
  if (parts.empty()) return "";
  return absl::StrCat(report.strategy, ": ", absl::StrJoin(parts, "; "), "\n");
}

}  // namespace detsim::cmd
