// What the report for people says about the ways in which schedules were found.
#ifndef DETSIM_CMD_LIB_REPORT_SEARCH_H_
#define DETSIM_CMD_LIB_REPORT_SEARCH_H_

#include <string>

#include "cmd/lib/sweep_report.h"

namespace detsim::cmd {

// Paragraphs about the tests of which a search has something to say: all if it
// was asked for, else those in which it left nothing to run. A search within a
// sweep that did not get so far says nothing.
std::string SearchLines(const SweepReport& report);

// One line: what each strategy of a portfolio has brought. Empty without one.
std::string ShareLines(const SweepReport& report);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPORT_SEARCH_H_
