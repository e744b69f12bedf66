// TABLE of the test frameworks whose programs can be asked what tests they
// hold and told to run one: GoogleTest has its own file (gtest_list.h), since
// detsim knows more of it. One row a framework; a program is known by words
// that each program with that framework contains.
#ifndef DETSIM_CMD_LIB_TEST_FRAMEWORKS_H_
#define DETSIM_CMD_LIB_TEST_FRAMEWORKS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace detsim::cmd {

struct TestFramework {
  std::string_view name;  // "Catch2 2"
  // What the program file contains. The first row that fits counts.
  std::string_view mark;
  std::vector<std::string> list;  // Arguments that print the tests' names.
  std::vector<std::string> (*parse)(std::string_view output);
  // The argument that runs the test with this name and no other.
  std::string (*select)(const std::string& test);
  std::vector<std::string> always;  // No choice from outside: seeds, colours.
};

std::span<const TestFramework> TestFrameworks();

// The row of a program file, or null: a program without a framework.
const TestFramework* FrameworkOf(const std::string& binary);

// Whether the program file holds GoogleTest or needs it as a library.
bool HoldsGoogleTest(const std::string& binary);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TEST_FRAMEWORKS_H_
