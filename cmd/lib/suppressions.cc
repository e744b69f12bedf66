#include "cmd/lib/suppressions.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

// Does `pattern`, in which * stands for anything, match all of `text`?
bool MatchesWhole(std::string_view pattern, std::string_view text) {
  size_t p = 0;
  size_t t = 0;
  size_t star = std::string_view::npos;
  size_t retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// A pattern with its ends open, unless ^ or $ close them.
std::string WithEnds(absl::string_view pattern) {
  std::string whole;
  if (!absl::ConsumePrefix(&pattern, "^")) whole += '*';
  bool closed = absl::ConsumeSuffix(&pattern, "$");
  absl::StrAppend(&whole, pattern);
  if (!closed) whole += '*';
  return whole;
}

}  // namespace

absl::StatusOr<Suppressions> Suppressions::Parse(std::string_view text) {
  // All of ThreadSanitizer's; those that are about races are kept.
  constexpr absl::string_view kRaceKinds[] = {"race", "race_top"};
  constexpr absl::string_view kOtherKinds[] = {"thread", "mutex", "signal",
                                               "deadlock", "called_from_lib"};
  Suppressions suppressions;
  int number = 0;
  for (absl::string_view line :
       absl::StrSplit(absl::string_view(text.data(), text.size()), '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || absl::StartsWith(line, "#")) continue;
    std::vector<absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    auto is = [&](absl::string_view kind) { return kind == parts[0]; };
    bool races = std::any_of(std::begin(kRaceKinds), std::end(kRaceKinds), is);
    bool other =
        std::any_of(std::begin(kOtherKinds), std::end(kOtherKinds), is);
    if (parts.size() != 2 || parts[1].empty() || (!races && !other))
      return UsageError(absl::StrCat("line ", number, ": \"", line,
                                     "\" is not like race:PATTERN"));
    if (races) suppressions.patterns_.push_back(WithEnds(parts[1]));
  }
  return suppressions;
}

absl::StatusOr<Suppressions> Suppressions::Read(const std::string& path) {
  if (path.empty()) return Suppressions();
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<Suppressions> suppressions = Parse(*text);
  if (!suppressions.ok())
    return UsageError(absl::StrCat("cannot use ", path, ": ",
                                   suppressions.status().message()));
  return suppressions;
}

bool Suppressions::Matches(std::string_view name) const {
  return std::any_of(
      patterns_.begin(), patterns_.end(),
      [&](const std::string& pattern) { return MatchesWhole(pattern, name); });
}

}  // namespace detsim::cmd
