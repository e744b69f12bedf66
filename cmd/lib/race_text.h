// A data race in words, and what makes two of them the same.
#ifndef DETSIM_CMD_LIB_RACE_TEXT_H_
#define DETSIM_CMD_LIB_RACE_TEXT_H_

#include <string>
#include <vector>

#include "cmd/lib/failure_text.h"
#include "cmd/lib/suppressions.h"
#include "runtime/trace/run_result.h"

namespace detsim::cmd {

struct RaceText {
  SourcePlace place;     // Of the later access.
  std::string location;  // The same as text, "src/bank.cc:31".
  std::string other;     // Of the earlier one.
  std::string object;    // "the global variable bank::total".
  std::string unproven;  // Code that may order the two unseen; mostly empty.
  std::vector<std::string> lines;  // Both accesses, each with its stack.
};

RaceText DescribeRace(const runtime::RunResult& result,
                      const runtime::RaceReport& race,
                      const ProgramPlaces& places);

// Both places, in alphabetical order. The stack of the earlier access has no
// part in it: most runs do not know it.
std::string RacePlaces(const runtime::RaceReport& race,
                       const ProgramPlaces& places);

// Some function or file on either stack is suppressed.
bool IsSuppressed(const runtime::RaceReport& race, const ProgramPlaces& places,
                  const Suppressions& suppressions);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_RACE_TEXT_H_
