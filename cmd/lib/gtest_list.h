// The tests of a program: asked for with --gtest_list_tests, or as the table of
// other frameworks says, and remembered until the program changes.
#ifndef DETSIM_CMD_LIB_GTEST_LIST_H_
#define DETSIM_CMD_LIB_GTEST_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cmd/lib/cmake_targets.h"
#include "cmd/lib/test_frameworks.h"

namespace detsim::cmd {

// One thing to sweep over.
struct TestCase {
  std::string name;     // "QueueTest.Drains", or a whole program's name.
  std::string program;  // Target that it belongs to.
  std::string binary;   // Absolute path.
  std::vector<std::string> arguments;
  std::string directory;  // Where it would run natively.
};

// The names in the output of --gtest_list_tests, in its order; empty when it
// is not such a list. Comments ("# GetParam() = 1") are dropped.
std::vector<std::string> ParseGtestList(std::string_view output);

// GoogleTest's filter: patterns with * and ?, separated by ':', those after a
// '-' exclude.
bool MatchesGtestFilter(std::string_view filter, std::string_view name);

// The names of all tests of `program`, which holds `framework` (null:
// GoogleTest). `out` is the folder for the memory. InvalidArgument when it does
// not answer.
absl::StatusOr<std::vector<std::string>> ListTests(
    const CmakeTarget& program, const TestFramework* framework,
    const std::string& out);

struct TestSelection {
  std::string filter = "*";
  // For the programs, after what selects a test in them.
  std::vector<std::string> arguments;
};

// What is to be run: all tests of all programs that the filter matches, without
// those DISABLED_ unless a pattern of the filter spells that out. The tests of
// a program that does not link GoogleTest are ctest's, and where ctest gives it
// no arguments, those of its framework; with arguments of the user's it is one
// test. InvalidArgument, with the names
// there are, when nothing is left.
absl::StatusOr<std::vector<TestCase>> CollectTests(
    const std::vector<CmakeTarget>& programs, const TestSelection& selection,
    const std::string& out);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_GTEST_LIST_H_
