#include "cmd/lib/gtest_list.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/files.h"
#include "cmd/lib/subprocess.h"
#include "cmd/lib/test_frameworks.h"
#include "cmd/lib/worker_process.h"

namespace detsim::cmd {
namespace {

constexpr int kListTimeoutSeconds = 60;
constexpr size_t kNamesShownMax = 20;
constexpr size_t kOutputShownMax = 600;

bool MatchesPattern(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*')
    return MatchesPattern(pattern.substr(1), name) ||
           (!name.empty() && MatchesPattern(pattern, name.substr(1)));
  if (name.empty() || (pattern[0] != '?' && pattern[0] != name[0]))
    return false;
  return MatchesPattern(pattern.substr(1), name.substr(1));
}

bool MatchesAny(std::string_view patterns, std::string_view name) {
  while (true) {
    size_t colon = patterns.find(':');
    if (MatchesPattern(patterns.substr(0, colon), name)) return true;
    if (colon == std::string_view::npos) return false;
    patterns.remove_prefix(colon + 1);
  }
}

bool IsDisabled(std::string_view name) {
  return name.starts_with("DISABLED_") ||
         name.find(".DISABLED_") != std::string_view::npos ||
         name.find("/DISABLED_") != std::string_view::npos;
}

// What a remembered list stands for: the program as it was.
std::string Stamp(const std::string& binary) {
  struct stat info = {};
  if (stat(binary.c_str(), &info) != 0) return "";
  return absl::StrCat("detsim tests 1 ", info.st_size, " ", info.st_mtim.tv_sec,
                      ".", info.st_mtim.tv_nsec);
}

std::string CachePath(const CmakeTarget& program, const std::string& out) {
  std::string name = program.name;
  std::replace(name.begin(), name.end(), '/', '_');
  return absl::StrCat(out, "/tests/", name, ".txt");
}

// `framework` is null for GoogleTest.
absl::StatusOr<std::vector<std::string>> AskForTests(
    const CmakeTarget& program, const TestFramework* framework,
    const std::string& out) {
  std::vector<std::string> list = {"--gtest_list_tests", "--gtest_color=no"};
  if (framework != nullptr) list = framework->list;
  Command command;
  command.arguments = {program.binary};
  command.arguments.insert(command.arguments.end(), list.begin(), list.end());
  command.directory = std::filesystem::path(program.binary).parent_path();
  command.no_randomization = true;
  command.timeout_seconds = kListTimeoutSeconds;
  auto environment = CanonicalEnvironment(out + "/work/list");
  if (!environment.ok()) return environment.status();
  command.environment = std::move(*environment);
  absl::StatusOr<CommandResult> result = RunCommand(command);
  if (!result.ok()) return result.status();
  std::vector<std::string> names = framework != nullptr
                                       ? framework->parse(result->output)
                                       : ParseGtestList(result->output);
  // The list is printed and flushed as a whole. What goes wrong after it (a
  // destructor at exit) is for the runs to find.
  const bool listed = !names.empty() && !result->timed_out;
  if (!listed && (result->exit_code != 0 || result->timed_out)) {
    std::string words = result->output.substr(0, kOutputShownMax);
    return UsageError(absl::StrCat("cannot list the tests of ", program.binary,
                                   " ", list.front(), ": ", EndText(*result),
                                   words.empty() ? "" : "; it said:\n", words));
  }
  return names;
}

std::string ShortList(const std::vector<std::string>& names) {
  std::vector<std::string> shown(
      names.begin(), names.begin() + std::min(names.size(), kNamesShownMax));
  std::string text = absl::StrJoin(shown, ", ");
  if (names.size() > kNamesShownMax)
    absl::StrAppend(&text, ", ... (", names.size(), " in all)");
  return text;
}

// `whole`, which runs all tests of a program of `framework`, one by one.
absl::StatusOr<std::vector<TestCase>> SingleTests(
    const CmakeTarget& program, const TestFramework& framework,
    const TestCase& whole, const std::string& out) {
  auto names = ListTests(program, &framework, out);
  if (!names.ok()) return names.status();
  std::vector<TestCase> tests;
  for (const std::string& name : *names) {
    TestCase test = whole;
    test.name = name;
    test.arguments = {framework.select(name)};
    test.arguments.insert(test.arguments.end(), framework.always.begin(),
                          framework.always.end());
    tests.push_back(std::move(test));
  }
  return tests;
}

// The tests of a program that does not link GoogleTest.
absl::StatusOr<std::vector<TestCase>> TestsOfOther(
    const CmakeTarget& program, const TestSelection& selection,
    const std::string& out) {
  TestCase test = {.name = program.name,
                   .program = program.name,
                   .binary = program.binary,
                   .arguments = selection.arguments,
                   .directory = program.directory};
  if (!selection.arguments.empty()) return std::vector<TestCase>{test};
  std::vector<CtestEntry> entries = program.tests;
  if (entries.empty()) entries = {{program.name, {}, program.directory}};
  const TestFramework* framework = FrameworkOf(program.binary);
  std::vector<TestCase> tests;
  for (const CtestEntry& entry : entries) {
    test.name = entry.name;
    test.arguments = entry.arguments;
    test.directory = entry.directory;
    if (framework == nullptr || !entry.arguments.empty()) {
      tests.push_back(test);
      continue;
    }
    auto single = SingleTests(program, *framework, test, out);
    if (!single.ok()) return single.status();
    tests.insert(tests.end(), single->begin(), single->end());
  }
  return tests;
}

TestCase MakeTest(const CmakeTarget& program, const std::string& name,
                  const std::vector<std::string>& arguments) {
  TestCase test;
  test.name = name;
  test.program = program.name;
  test.binary = program.binary;
  test.directory = program.directory;
  // A fixed seed: GoogleTest takes its own from the real clock.
  test.arguments = {absl::StrCat("--gtest_filter=", name), "--gtest_color=no",
                    "--gtest_random_seed=1"};
  if (IsDisabled(name))
    test.arguments.emplace_back("--gtest_also_run_disabled_tests");
  test.arguments.insert(test.arguments.end(), arguments.begin(),
                        arguments.end());
  return test;
}

}  // namespace

std::vector<std::string> ParseGtestList(std::string_view output) {
  std::vector<std::string> names;
  std::string suite;
  for (absl::string_view line :
       absl::StrSplit(absl::string_view(output.data(), output.size()), '\n')) {
    line = line.substr(0, line.find("  #"));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r'))
      line.remove_suffix(1);
    if (line.size() > 2 && line.substr(0, 2) == "  " && !suite.empty() &&
        line[2] != ' ') {
      names.push_back(absl::StrCat(suite, line.substr(2)));
    } else {
      bool is_suite = !line.empty() && line.back() == '.' &&
                      line.find(' ') == absl::string_view::npos;
      suite = is_suite ? std::string(line) : "";
    }
  }
  return names;
}

bool MatchesGtestFilter(std::string_view filter, std::string_view name) {
  size_t dash = filter.find('-');
  std::string_view positive = filter.substr(0, dash);
  if (positive.empty()) positive = "*";
  if (!MatchesAny(positive, name)) return false;
  return dash == std::string_view::npos ||
         !MatchesAny(filter.substr(dash + 1), name);
}

absl::StatusOr<std::vector<std::string>> ListTests(
    const CmakeTarget& program, const TestFramework* framework,
    const std::string& out) {
  std::string stamp = Stamp(program.binary);
  std::string path = CachePath(program, out);
  absl::StatusOr<std::string> cached = ReadFile(path);
  if (cached.ok() && !stamp.empty()) {
    std::vector<std::string> lines = absl::StrSplit(*cached, '\n');
    if (lines.front() == stamp && lines.back().empty())
      return std::vector<std::string>(lines.begin() + 1, lines.end() - 1);
  }
  auto names = AskForTests(program, framework, out);
  if (!names.ok()) return names;
  std::string text = stamp + "\n";
  for (const std::string& name : *names) absl::StrAppend(&text, name, "\n");
  absl::Status written = WriteFile(path, text);
  if (!written.ok()) return written;
  return names;
}

absl::StatusOr<std::vector<TestCase>> CollectTests(
    const std::vector<CmakeTarget>& programs, const TestSelection& selection,
    const std::string& out) {
  const std::string& filter = selection.filter;
  bool disabled_too = filter.find("DISABLED_") != std::string::npos;
  std::vector<TestCase> tests;
  std::vector<std::string> all;
  for (const CmakeTarget& program : programs) {
    if (!program.links_gtest) {
      auto others = TestsOfOther(program, selection, out);
      if (!others.ok()) return others.status();
      for (TestCase& test : *others) {
        all.push_back(test.name);
        if (MatchesGtestFilter(filter, test.name))
          tests.push_back(std::move(test));
      }
      continue;
    }
    auto names = ListTests(program, nullptr, out);
    if (!names.ok()) return names.status();
    all.insert(all.end(), names->begin(), names->end());
    for (const std::string& name : *names) {
      if (IsDisabled(name) && !disabled_too) continue;
      if (MatchesGtestFilter(filter, name))
        tests.push_back(MakeTest(program, name, selection.arguments));
    }
  }
  if (!tests.empty()) return tests;
  if (all.empty())
    return UsageError(absl::StrCat(
        "no tests: ",
        absl::StrJoin(programs, ", ",
                      [](std::string* text, const CmakeTarget& program) {
                        text->append(program.name);
                      }),
        programs.size() == 1 ? " has a test framework but holds no test"
                             : " have a test framework but hold no test"));
  return UsageError(absl::StrCat(
      "--filter=", filter, " matches no test; there are ", ShortList(all)));
}

}  // namespace detsim::cmd
