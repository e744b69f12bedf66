#include "cmd/lib/cause_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cmd/lib/command_line.h"
#include "cmd/lib/report_json.h"
#include "cmd/lib/trace_story.h"
#include "cmd/lib/trace_words.h"

namespace detsim::cmd {

using runtime::CausePoint;
using runtime::RunResult;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

constexpr int kBarWidth = 25;
// A decision that changed less than this is not worth a line of words.
constexpr double kNotableChange = 0.1;

// Where in the events whatever follows the first `decisions` begins.
size_t EventOf(const RunResult& failure, uint64_t decisions) {
  return decisions < failure.decision_events.size()
             ? failure.decision_events[decisions]
             : failure.events.size();
}

uint64_t StepBefore(const RunResult& failure, uint64_t decisions) {
  // The step of the decision itself, the last one that is as it was.
  return decisions == 0
             ? 0
             : std::min<uint64_t>(EventOf(failure, decisions - 1) + 1,
                                  failure.events.size());
}

// Of the thread of event `index`, there or before; 0 if there is none.
uint32_t LastPlace(const Trace& trace, size_t index) {
  for (size_t i = index + 1; i-- > 0;) {
    const TraceEvent& event = trace.events[i];
    if (event.task == trace.events[index].task &&
        !PlaceText(trace, event.location).empty())
      return event.location;
  }
  return 0;
}

DecisionText Describe(const RunResult& failure, const Trace& trace,
                      uint64_t decision, SourceLines* sources) {
  DecisionText text;
  size_t index = EventOf(failure, decision);
  if (index >= trace.events.size()) {
    text.step = trace.events.size();
    text.what = "the last decision of the run";
    return text;
  }
  const TraceEvent& event = trace.events[index];
  bool shared = decision + 1 < failure.decision_events.size() &&
                failure.decision_events[decision + 1] == index;
  text.step = index + 1;
  text.thread = ThreadLabel(trace, event.task);
  // Of several decisions at one event the last may be the unusual one.
  if (IsChoice(event) && !shared)
    text.what = ChoiceText(trace, index);
  else
    text.what = IsMark(event)
                    ? "goes on"
                    : absl::StrCat("goes on: ", OperationText(trace, event));
  // An access in precompiled or inlined code may have no place of its own.
  uint32_t known = LastPlace(trace, index);
  text.exact = known == event.location;
  text.place = PlaceText(trace, known);
  const runtime::TraceLocation& location = trace.locations[known];
  text.function = ShortFunction(location.function);
  text.source = sources->Line(location.file, location.line);
  return text;
}

std::string Percent(const CausePoint& point) {
  return absl::StrFormat("%3.0f %%", 100 * point.share());
}

std::string OfRuns(const CausePoint& point) {
  return absl::StrCat(point.failed, " of ", point.runs);
}

std::string Bar(const CausePoint& point) {
  auto length = static_cast<size_t>(std::lround(kBarWidth * point.share()));
  return std::string(length, '#');
}

// How many runs were drawn at a point; that of the failure itself has one.
uint32_t RunsAtAPoint(const CauseReport& report) {
  return report.rows.empty() ? 0 : report.rows.front().point.runs;
}

nlohmann::ordered_json DecisionJson(const DecisionText& decision) {
  return {{"step", decision.step},    {"thread", decision.thread},
          {"what", decision.what},    {"location", decision.place},
          {"exact", decision.exact},  {"function", decision.function},
          {"source", decision.source}};
}

}  // namespace

CauseReport MakeCauseReport(const runtime::Cause& cause,
                            const RunResult& failure, const Trace& trace) {
  CauseReport report;
  SourceLines sources;
  report.complete = cause.complete;
  const CausePoint* last = nullptr;
  for (const CausePoint& point : cause.points) {
    CauseReport::Row row;
    row.point = point;
    row.step = StepBefore(failure, point.decisions);
    if (last != nullptr && last->decisions + 1 == point.decisions) {
      if (std::abs(point.share() - last->share()) >= kNotableChange)
        row.decision = Describe(failure, trace, last->decisions, &sources);
      if (cause.decision == last->decisions) {
        report.decision = Describe(failure, trace, last->decisions, &sources);
        report.before = *last;
        report.after = point;
      }
    }
    report.rows.push_back(std::move(row));
    last = &point;
  }
  return report;
}

std::string CauseText(const CauseReport& report) {
  std::string out = absl::StrCat(
      "  how likely it was after each step, all later decisions drawn anew (",
      RunsAtAPoint(report), " runs each):\n");
  const CausePoint* shown = nullptr;
  for (const CauseReport::Row& row : report.rows) {
    bool beside_cause =
        report.decision && (row.point.decisions == report.before.decisions ||
                            row.point.decisions == report.after.decisions);
    bool flat = shown != nullptr && !row.decision &&
                &row != &report.rows.back() &&
                std::abs(row.point.share() - shown->share()) < kNotableChange;
    if (flat && !beside_cause) continue;
    shown = &row.point;
    std::string line =
        absl::StrFormat("  %7d  %s  %-*s", row.step, Percent(row.point),
                        kBarWidth, Bar(row.point));
    if (row.decision)
      absl::StrAppend(&line, "  ", row.decision->thread, " ",
                      row.decision->what);
    while (line.ends_with(' ')) line.pop_back();
    absl::StrAppend(&out, line, "\n");
  }
  if (!report.complete)
    return absl::StrCat(
        out, "  stopped early: the decision that settled it is not known\n");
  if (!report.decision)
    return absl::StrCat(out,
                        "  no decision is the cause: it fails like this "
                        "whatever is decided\n");
  const DecisionText& decision = *report.decision;
  absl::StrAppend(&out, "  cause: step ", decision.step, ", before which ",
                  OfRuns(report.before),
                  " runs failed like this, and after "
                  "which ",
                  OfRuns(report.after), " did\n");
  absl::StrAppend(&out, "    ", decision.thread, " ", decision.what, "\n");
  if (!decision.place.empty())
    absl::StrAppend(&out, decision.exact ? "    at " : "    after ",
                    decision.place, decision.function.empty() ? "" : " in ",
                    decision.function, decision.source.empty() ? "" : ": ",
                    decision.source, "\n");
  return out;
}

std::string CauseJson(const CauseReport& report, const CauseSubject& subject,
                      const Trace& trace) {
  nlohmann::ordered_json cause;
  cause["complete"] = report.complete;
  cause["points"] = nlohmann::ordered_json::array();
  for (const CauseReport::Row& row : report.rows) {
    nlohmann::ordered_json point = {{"decisions", row.point.decisions},
                                    {"step", row.step},
                                    {"runs", row.point.runs},
                                    {"failed", row.point.failed}};
    if (row.decision) point["decision"] = DecisionJson(*row.decision);
    cause["points"].push_back(std::move(point));
  }
  if (report.decision) {
    cause["decision"] = DecisionJson(*report.decision);
    cause["decision"]["share_before"] = report.before.share();
    cause["decision"]["share_after"] = report.after.share();
  }
  nlohmann::ordered_json json = {
      {"version", kReportVersion},    {"tool", kToolVersion},
      {"project", subject.project},   {"artifact", subject.artifact},
      {"test", trace.test},           {"id", subject.id},
      {"kind", subject.kind},         {"location", subject.location},
      {"decisions", trace.decisions}, {"steps", trace.events.size()},
      {"cause", std::move(cause)}};
  using Handler = nlohmann::ordered_json::error_handler_t;
  return json.dump(2, ' ', false, Handler::replace) + "\n";
}

}  // namespace detsim::cmd
