// Phrases that the reports for people share.
#ifndef DETSIM_CMD_LIB_REPORT_WORDS_H_
#define DETSIM_CMD_LIB_REPORT_WORDS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace detsim::cmd {

// "1 run", "2 runs".
std::string Plural(uint64_t count, const char* what);

// "A, B, C, D, E and 3 more".
std::string SomeNames(std::vector<std::string> names);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPORT_WORDS_H_
