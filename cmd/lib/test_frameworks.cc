#include "cmd/lib/test_frameworks.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

using Names = std::vector<std::string>;

// Two tests may have one name (in two suites): they run together.
void AddOnce(std::string name, Names* names) {
  if (!name.empty() && std::ranges::find(*names, name) == names->end())
    names->push_back(std::move(name));
}

std::vector<std::string> Lines(std::string_view output) {
  return absl::StrSplit(absl::string_view(output.data(), output.size()), '\n');
}

Names ParseCatch(std::string_view output) {
  Names names;
  for (const std::string& line : Lines(output)) {
    // A name that begins with # would be a tag: Catch2 puts it in quotes.
    const bool quoted = line.size() > 2 && line.starts_with("\"#");
    AddOnce(quoted ? line.substr(1, line.size() - 2) : line, &names);
  }
  return names;
}

// As Catch2's TestSpecParser reads it. A * at an end cannot be escaped: it
// stands for anything.
std::string SelectInCatch(const std::string& test) {
  std::string pattern =
      absl::StrReplaceAll(test, {{"\\", "\\\\"}, {",", "\\,"}, {"[", "\\["}});
  if (pattern.starts_with('~') || pattern.starts_with('"'))
    pattern.insert(0, "\\");
  return pattern;
}

// Names stand between two rules of "===".
Names ParseDoctest(std::string_view output) {
  Names names;
  bool inside = false;
  for (const std::string& line : Lines(output)) {
    if (line.starts_with("====="))
      inside = !inside;
    else if (inside)
      AddOnce(line, &names);
  }
  return names;
}

// Commas separate patterns; how to escape them depends on the version, and a ?
// stands for any character in all of them.
std::string SelectInDoctest(const std::string& test) {
  return absl::StrCat("--test-case=",
                      absl::StrReplaceAll(test, {{",", "?"}, {"\\", "?"}}));
}

bool Contains(const std::string& text, std::string_view mark) {
  return text.find(mark) != std::string::npos;
}

}  // namespace

std::span<const TestFramework> TestFrameworks() {
  static const std::vector<TestFramework>& table =
      *new std::vector<TestFramework>{
          {.name = "Catch2 2",
           .mark = "--list-test-names-only",
           .list = {"--list-test-names-only"},
           .parse = ParseCatch,
           .select = SelectInCatch,
           .always = {"--rng-seed", "1"}},
          {.name = "Catch2 3",
           .mark = "--list-tests",
           .list = {"--list-tests", "--verbosity", "quiet"},
           .parse = ParseCatch,
           .select = SelectInCatch,
           .always = {"--rng-seed", "1"}},
          {.name = "doctest",
           .mark = "dt-list-test-cases",
           .list = {"--list-test-cases", "--no-colors=true"},
           .parse = ParseDoctest,
           .select = SelectInDoctest,
           .always = {"--case-sensitive=true", "--no-colors=true"}},
      };
  return table;
}

const TestFramework* FrameworkOf(const std::string& binary) {
  absl::StatusOr<std::string> text = ReadFile(binary);
  if (!text.ok()) return nullptr;
  for (const TestFramework& framework : TestFrameworks())
    if (Contains(*text, framework.mark)) return &framework;
  return nullptr;
}

bool HoldsGoogleTest(const std::string& binary) {
  absl::StatusOr<std::string> text = ReadFile(binary);
  return text.ok() && (Contains(*text, "gtest_list_tests") ||
                       Contains(*text, "_ZN7testing8internal"));
}

}  // namespace detsim::cmd
