#include "cmd/lib/trace_stats.h"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cmd/lib/report_text.h"
#include "cmd/lib/text_table.h"
#include "cmd/lib/trace_links.h"
#include "cmd/lib/trace_story.h"
#include "cmd/lib/trace_wakes.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::Stream;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

bool IsOperation(const TraceEvent& event) {
  return !IsChoice(event) && !IsMark(event);
}

// Its thread had nothing to do afterwards: somebody else had to run.
bool GaveUp(const TraceEvent& event) {
  return event.kind == OperationKind::kBlock ||
         event.kind == OperationKind::kEnd;
}

void CountThreads(const Trace& trace, TraceStats* stats) {
  stats->threads.resize(trace.threads.size());
  const TraceEvent* before = nullptr;
  for (const TraceEvent& event : trace.events) {
    ThreadStats& thread = stats->threads[event.task];
    if (IsOperation(event)) ++thread.operations;
    if (before == nullptr || before->task != event.task) {
      ++thread.picks;
      if (before != nullptr) {
        ++stats->switches;
        if (!GaveUp(*before)) ++stats->threads[before->task].preempted;
      }
    }
    if (IsChoice(event)) {
      ++stats->choices[static_cast<Stream>(event.choice_stream)];
      // Whoever blocked and is followed by a choice has not been preempted.
      if (before != nullptr && before->task == event.task && GaveUp(*before))
        continue;
    }
    before = &event;
  }
}

void CountBlockings(const Trace& trace, TraceStats* stats) {
  std::map<std::pair<OperationKind, uint32_t>, BlockReason> reasons;
  std::map<uint32_t, ObjectStats> objects;
  std::map<uint32_t, std::set<uint32_t>> users;
  for (const TraceEvent& event : trace.events) {
    if (!IsOperation(event) || event.object == 0) continue;
    ++objects[event.object].operations;
    users[event.object].insert(event.task);
  }
  // Operations before each event.
  std::vector<uint64_t> operations = {0};
  for (const TraceEvent& event : trace.events)
    operations.push_back(operations.back() + (IsOperation(event) ? 1 : 0));
  for (const Blocking& blocking : Blockings(trace)) {
    bool never = blocking.resume == kNoEvent;
    size_t end = never ? trace.events.size() : blocking.resume;
    uint64_t steps = operations[end] - operations[blocking.block];
    uint64_t ns = trace.events[std::min(end, trace.events.size() - 1)].time_ns -
                  trace.events[blocking.block].time_ns;
    BlockReason& reason = reasons[{blocking.kind, blocking.object}];
    reason.kind = blocking.kind;
    reason.object = blocking.object;
    ++reason.times;
    reason.never += never ? 1 : 0;
    reason.steps += steps;
    reason.virtual_ns += ns;
    ThreadStats& thread = stats->threads[blocking.task];
    ++thread.blocked;
    thread.blocked_ns += ns;
    if (blocking.object == 0) continue;
    ObjectStats& object = objects[blocking.object];
    ++object.blocked;
    object.steps += steps;
    users[blocking.object].insert(blocking.task);
  }
  for (auto& [key, reason] : reasons) stats->reasons.push_back(reason);
  // Ties go by what is counted, so that the order is always the same.
  std::sort(stats->reasons.begin(), stats->reasons.end(),
            [](const auto& a, const auto& b) {
              return std::tie(b.times, a.kind, a.object) <
                     std::tie(a.times, b.kind, b.object);
            });
  for (auto& [ordinal, object] : objects) {
    object.object = ordinal;
    object.threads = static_cast<uint32_t>(users[ordinal].size());
    if (object.threads > 1 && !ObjectTypeOf(trace, ordinal).empty())
      stats->objects.push_back(object);
  }
  std::sort(stats->objects.begin(), stats->objects.end(),
            [](const auto& a, const auto& b) {
              return std::tie(b.blocked, b.operations, a.object) <
                     std::tie(a.blocked, a.operations, b.object);
            });
}

void FindJumps(const Trace& trace, TraceStats* stats) {
  for (size_t i = 1; i < trace.events.size(); ++i) {
    uint64_t before = trace.events[i - 1].time_ns;
    uint64_t now = trace.events[i].time_ns;
    if (now > before) stats->jumps.push_back({i, now - before});
  }
  std::sort(stats->jumps.begin(), stats->jumps.end(),
            [](const auto& a, const auto& b) {
              return std::tie(b.virtual_ns, a.event) <
                     std::tie(a.virtual_ns, b.event);
            });
}

void CountLines(const Trace& trace, TraceStats* stats) {
  std::map<std::pair<std::string, uint32_t>, LineStats> lines;
  for (const TraceEvent& event : trace.events) {
    if (!IsOperation(event) || IsNoise(trace, event)) continue;
    const runtime::TraceLocation& place = trace.locations[event.location];
    if (place.file.empty()) continue;
    LineStats& line = lines[{place.file, place.line}];
    line.location = event.location;
    ++line.operations;
  }
  // By number of operations, then by file and line.
  std::map<uint64_t, std::vector<LineStats>, std::greater<>> by_count;
  for (auto& [place, line] : lines) by_count[line.operations].push_back(line);
  for (auto& [count, equal] : by_count)
    stats->lines.insert(stats->lines.end(), equal.begin(), equal.end());
}

std::string Duration(uint64_t ns) {
  return ns == 0 ? "0" : DurationText(static_cast<double>(ns) * 1e-9);
}

// The rows that fit, and how many did not.
class Section {
 public:
  Section(std::string title, std::vector<std::string> headings, size_t rows_max)
      : title_(std::move(title)),
        table_(std::move(headings)),
        rows_max_(rows_max) {}

  void Row(std::vector<std::string> cells) {
    if (rows_++ < rows_max_) table_.Row(std::move(cells));
  }

  std::string Text() const {
    if (table_.empty()) return "";
    std::string text = absl::StrCat("\n", title_, "\n", table_.Text());
    if (rows_ > rows_max_)
      absl::StrAppend(&text, "  ... and ", rows_ - rows_max_, " more\n");
    return text;
  }

 private:
  std::string title_;
  TextTable table_;
  size_t rows_max_;
  size_t rows_ = 0;
};

std::string ChoicesText(const TraceStats& stats, size_t rows_max) {
  Section section("unusual choices", {"", ">"}, rows_max);
  for (const auto& [stream, count] : stats.choices)
    section.Row({runtime::StreamName(stream), absl::StrCat(count)});
  return section.Text();
}

std::string ThreadsText(const Trace& trace, const TraceStats& stats,
                        size_t rows_max) {
  Section section(
      "threads",
      {"", ">operations", ">picked", ">preempted", ">blocked", ">blocked for"},
      rows_max);
  for (size_t i = 0; i < stats.threads.size(); ++i) {
    const ThreadStats& thread = stats.threads[i];
    section.Row({ThreadLabel(trace, i), absl::StrCat(thread.operations),
                 absl::StrCat(thread.picks), absl::StrCat(thread.preempted),
                 absl::StrCat(thread.blocked), Duration(thread.blocked_ns)});
  }
  return section.Text();
}

std::string ReasonsText(const Trace& trace, const TraceStats& stats,
                        size_t rows_max) {
  Section section("reasons for blocking",
                  {"", ">times", ">for ever", ">steps meanwhile", ">time"},
                  rows_max);
  for (const BlockReason& reason : stats.reasons) {
    std::string what = runtime::OperationName(reason.kind);
    std::string object = ObjectTypeOf(trace, reason.object).empty()
                             ? ""
                             : ObjectLabel(trace, reason.object);
    if (!object.empty()) absl::StrAppend(&what, " ", object);
    section.Row({what, absl::StrCat(reason.times), absl::StrCat(reason.never),
                 absl::StrCat(reason.steps), Duration(reason.virtual_ns)});
  }
  return section.Text();
}

std::string ObjectsText(const Trace& trace, const TraceStats& stats,
                        size_t rows_max) {
  Section section(
      "objects that threads share",
      {"", ">operations", ">threads", ">blocked", ">steps meanwhile"},
      rows_max);
  for (const ObjectStats& object : stats.objects)
    section.Row({ObjectLabel(trace, object.object),
                 absl::StrCat(object.operations), absl::StrCat(object.threads),
                 absl::StrCat(object.blocked), absl::StrCat(object.steps)});
  return section.Text();
}

std::string JumpsText(const Trace& trace, const TraceStats& stats,
                      size_t rows_max) {
  Section section("biggest jumps of time", {">", "before", "", ""}, rows_max);
  for (const TimeJump& jump : stats.jumps) {
    const TraceEvent& event = trace.events[jump.event];
    section.Row({Duration(jump.virtual_ns),
                 absl::StrCat("step ", jump.event + 1),
                 absl::StrCat(ThreadLabel(trace, event.task), ": ",
                              IsChoice(event) ? ChoiceText(trace, jump.event)
                                              : OperationText(trace, event)),
                 PlaceText(trace, event.location)});
  }
  return section.Text();
}

std::string LinesText(const Trace& trace, const TraceStats& stats,
                      SourceLines* sources, size_t rows_max) {
  Section section("hottest lines", {">operations", "", ""}, rows_max);
  for (const LineStats& line : stats.lines) {
    const runtime::TraceLocation& place = trace.locations[line.location];
    section.Row({absl::StrCat(line.operations), PlaceText(trace, line.location),
                 sources->Line(place.file, place.line)});
  }
  return section.Text();
}

}  // namespace

TraceStats ComputeStats(const Trace& trace) {
  TraceStats stats;
  CountThreads(trace, &stats);
  CountBlockings(trace, &stats);
  FindJumps(trace, &stats);
  CountLines(trace, &stats);
  return stats;
}

std::string StatsText(const Trace& trace, const TraceStats& stats,
                      SourceLines* sources, size_t rows_max) {
  std::string text = TraceHeader(trace);
  absl::StrAppend(&text, "  ", trace.events.size(), " steps, ", stats.switches,
                  " switches between threads\n");
  return absl::StrCat(
      text, ChoicesText(stats, rows_max), ThreadsText(trace, stats, rows_max),
      ReasonsText(trace, stats, rows_max), ObjectsText(trace, stats, rows_max),
      JumpsText(trace, stats, rows_max),
      LinesText(trace, stats, sources, rows_max));
}

}  // namespace detsim::cmd
