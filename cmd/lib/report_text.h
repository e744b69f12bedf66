// The report for people.
#ifndef DETSIM_CMD_LIB_REPORT_TEXT_H_
#define DETSIM_CMD_LIB_REPORT_TEXT_H_

#include <string>

#include "cmd/lib/sweep_report.h"

namespace detsim::cmd {

struct TextStyle {
  bool color = false;
};

// A table of the tests, then every failure with what is needed to see it
// again, then what makes the result doubtful, then one line that sums up.
std::string ReportText(const SweepReport& report, const TextStyle& style);

// One failure, as in the report and after a replay.
std::string FailureLines(const std::string& test, const FailureReport& failure,
                         uint64_t runs, const TextStyle& style);

// "40 us", "12 ms", "3.5 s", "2 min 5 s", "1 h 2 min".
std::string DurationText(double seconds);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPORT_TEXT_H_
