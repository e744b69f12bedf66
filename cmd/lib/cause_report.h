// What detsim-test --cause shows: how likely the failure was after each step,
// as a small curve, and the decision that made it all but certain in the user's
// source lines.
#ifndef DETSIM_CMD_LIB_CAUSE_REPORT_H_
#define DETSIM_CMD_LIB_CAUSE_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/explore/cause.h"
#include "runtime/trace/run_result.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// A decision of the run, as its trace tells it.
struct DecisionText {
  uint64_t step = 0;   // As numbered by detsim-trace view.
  std::string thread;  // "T3"
  std::string what;    // "PREEMPTED before wait: main runs instead"
  std::string place;   // "src/pool.cc:41"; empty if unknown.
  bool exact = true;   // Else the last place that is known of the thread.
  std::string function;
  std::string source;  // The text of that line.
};

struct CauseReport {
  struct Row {
    runtime::CausePoint point;
    uint64_t step = 0;  // The last one that is as it was; 0 at the start.
    // The decision between this point and the one before, where there is no
    // other and it made a difference.
    std::optional<DecisionText> decision;
  };
  std::vector<Row> rows;
  std::optional<DecisionText> decision;  // The cause.
  runtime::CausePoint before;            // It, with a cause.
  runtime::CausePoint after;
  bool complete = false;
};

// `trace` is that of `failure`, the run that `cause` is about.
CauseReport MakeCauseReport(const runtime::Cause& cause,
                            const runtime::RunResult& failure,
                            const runtime::Trace& trace);

// Lines for people, indented as those of a replay.
std::string CauseText(const CauseReport& report);

// Of which run the report is, for CauseJson.
struct CauseSubject {
  std::string project;
  std::string artifact;
  std::string id;
  std::string kind;
  std::string location;
};

std::string CauseJson(const CauseReport& report, const CauseSubject& subject,
                      const runtime::Trace& trace);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_CAUSE_REPORT_H_
