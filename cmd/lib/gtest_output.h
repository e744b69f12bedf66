// What a GoogleTest program wrote about one test: failed assertions, exceptions
// that the framework caught, skips; and what assert() and sanitizers leave on
// stderr. Reads
// the formats of GoogleTest 1.8 to 1.14.
#ifndef DETSIM_CMD_LIB_GTEST_OUTPUT_H_
#define DETSIM_CMD_LIB_GTEST_OUTPUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace detsim::cmd {

struct GtestFailure {
  bool exception = false;
  std::string message;  // Lines joined by '\n', without the place.
  std::string file;     // Empty if the framework does not know.
  uint32_t line = 0;
};

// The first failure in `output`, if there is one.
std::optional<GtestFailure> FindGtestFailure(std::string_view output);

// The framework says that it skipped the test.
bool IsGtestSkip(std::string_view output);

// The framework started a test and did not get to its end.
bool IsGtestCutShort(std::string_view output);

// "file.cc:12: int main(): Assertion `x' failed." of the C library.
std::optional<GtestFailure> FindAssert(std::string_view output);

// "AddressSanitizer: heap-use-after-free", which knows no place, or what
// UndefinedBehaviorSanitizer found: "file.cc:12:3: runtime error: ...".
std::optional<GtestFailure> FindSanitizerReport(std::string_view output);

// The last line that is not empty and not the framework's, without colours.
std::string LastWords(std::string_view output);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_GTEST_OUTPUT_H_
