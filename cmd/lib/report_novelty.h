// What the report for people says about new behaviour and about corpora.
#ifndef DETSIM_CMD_LIB_REPORT_NOVELTY_H_
#define DETSIM_CMD_LIB_REPORT_NOVELTY_H_

#include <string>

#include "cmd/lib/sweep_report.h"

namespace detsim::cmd {

// A paragraph: how much each test has shown after 1, 10, 100, ... runs, and
// when it last showed something new. Empty if nobody looked.
std::string NoveltyLines(const SweepReport& report);

// One line: what the corpora hold, and what was made of them. Empty without.
std::string CorpusLine(const SweepReport& report);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPORT_NOVELTY_H_
