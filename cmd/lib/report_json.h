// The report for programs: the format that the README documents. Fields may be
// added, never renamed without raising the version.
#ifndef DETSIM_CMD_LIB_REPORT_JSON_H_
#define DETSIM_CMD_LIB_REPORT_JSON_H_

#include <string>

#include "cmd/lib/sweep_report.h"

namespace detsim::cmd {

inline constexpr int kReportVersion = 1;

std::string ReportJson(const SweepReport& report);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_REPORT_JSON_H_
