#include "cmd/lib/trace_view.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/trace_links.h"
#include "cmd/lib/trace_story.h"
#include "cmd/lib/trace_wakes.h"
#include "runtime/trace/able_threads.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

constexpr size_t kOperationColumnMax = 36;
constexpr size_t kPlaceColumnMax = 40;
constexpr size_t kSourceMax = 60;
constexpr size_t kWokenMax = 3;  // Threads that are named.
constexpr size_t kAbleMax = 5;
constexpr size_t kNamelessMax = 10;  // Objects that are told by their place.
constexpr size_t kFoldEnd = 3;  // Steps shown at each end of a folded stretch.

bool SameStep(const TraceEvent& a, const TraceEvent& b) {
  return a.task == b.task && a.kind == b.kind && a.object == b.object &&
         a.location == b.location && a.other == b.other && a.read == b.read &&
         a.written == b.written && a.value_flags == b.value_flags &&
         !IsChoice(a) && !IsChoice(b);
}

// It is there to wake; an unlock may happen to.
bool Notifies(const Trace& trace, size_t index) {
  OperationKind kind = trace.events[index].kind;
  return kind == OperationKind::kNotifyOne ||
         kind == OperationKind::kNotifyAll ||
         kind == OperationKind::kEventSet || kind == OperationKind::kRelease ||
         kind == OperationKind::kAddressWake || kind == OperationKind::kArrive;
}

class Writer {
 public:
  Writer(const Trace& trace, SourceLines* sources,
         const TraceViewOptions& options)
      : trace_(trace),
        sources_(sources),
        options_(options),
        writes_(LastWrites(trace)),
        able_(trace.able_changes) {
    for (const Blocking& blocking : Blockings(trace)) {
      if (blocking.waker != kNoEvent && Notifies(trace, blocking.waker))
        woken_[blocking.waker].push_back(blocking.task);
    }
  }

  std::string Text() {
    Header();
    Threads();
    NamelessObjects();
    Steps();
    End();
    return std::move(out_);
  }

 private:
  struct Item {
    size_t event;
    size_t times;
  };

  std::string Paint(const char* code, const std::string& text) const {
    if (!options_.color) return text;
    return absl::StrCat("\033[", code, "m", text, "\033[0m");
  }

  void Header() {
    std::string header = TraceHeader(trace_);
    size_t end = header.find('\n');
    absl::StrAppend(&out_, Paint("1", header.substr(0, end)),
                    header.substr(end));
  }

  void Threads() {
    for (size_t i = 1; i < trace_.threads.size(); ++i) {
      std::string place = PlaceText(trace_, trace_.threads[i].spawn_location);
      if (!place.empty())
        absl::StrAppend(&out_, "  ", ThreadLabel(trace_, i), " started at ",
                        place, "\n");
    }
  }

  // Their place has to do for a name.
  void NamelessObjects() {
    size_t lines = 0;
    for (const runtime::TraceObject& object : trace_.objects) {
      std::string place = ExactPlaceText(trace_, object.first_location);
      if (!object.name.empty() || place.empty() || place.starts_with('/'))
        continue;
      if (++lines > kNamelessMax) return;
      absl::StrAppend(&out_, "  ", ObjectLabel(trace_, object.ordinal),
                      " first used at ", place, "\n");
    }
  }

  void Steps() {
    size_t count = trace_.events.size();
    size_t first = options_.limit != 0 && options_.limit < count
                       ? count - options_.limit
                       : 0;
    if (first > 0)
      absl::StrAppend(&out_, "\n  ... ", first,
                      " steps left out; --limit=0 shows all\n");
    Collect(first);
    MeasureColumns();
    for (size_t i = 0; i < items_.size();) {
      const Item& item = items_[i];
      const TraceEvent& event = trace_.events[item.event];
      if (event.task != running_) {
        running_ = event.task;
        absl::StrAppend(&out_, "\n",
                        Paint("1;36", ThreadLabel(trace_, event.task)), "\n");
      }
      size_t folded = FoldAt(i);
      if (folded > 0) {
        i += folded;
        continue;
      }
      if (IsChoice(event))
        Choice(item.event);
      else
        Step(item);
      ++i;
    }
  }

  bool IsShown(const TraceEvent& event) const {
    if (IsNoise(trace_, event)) return false;
    if (options_.thread && event.task != *options_.thread &&
        !(IsSwitch(event) &&
          event.choice_value == trace_.threads[*options_.thread].key))
      return false;
    return !options_.object || event.object == *options_.object;
  }

  // What there is to show: equal steps in a row are one item.
  void Collect(size_t first) {
    for (size_t i = first; i < trace_.events.size(); ++i) {
      const TraceEvent& event = trace_.events[i];
      if (!IsShown(event)) continue;
      if (!items_.empty() && items_.back().event + items_.back().times == i &&
          SameStep(trace_.events[items_.back().event], event) &&
          !woken_.contains(i) && !woken_.contains(items_.back().event))
        ++items_.back().times;
      else
        items_.push_back({i, 1});
    }
  }

  // The length of the undisturbed stretch that starts at item `at`: one thread
  // runs, nothing unusual is chosen and nobody is kept from going on.
  size_t Stretch(size_t at) const {
    size_t end = at;
    uint32_t task = trace_.events[items_[at].event].task;
    while (end < items_.size()) {
      const TraceEvent& event = trace_.events[items_[end].event];
      if (event.task != task || IsChoice(event) || IsMark(event)) break;
      ++end;
    }
    return end - at;
  }

  // Of a long stretch only its ends are shown. Returns the number of items that
  // were replaced by a line, 0 if the item is to be shown.
  size_t FoldAt(size_t at) {
    if (options_.fold == 0) return 0;
    if (at >= stretch_end_) {
      stretch_begin_ = at;
      stretch_end_ = at + Stretch(at);
    }
    if (stretch_end_ - stretch_begin_ <= options_.fold + kFoldEnd * 2 ||
        at != stretch_begin_ + kFoldEnd)
      return 0;
    size_t count = stretch_end_ - stretch_begin_ - kFoldEnd * 2;
    size_t operations = 0;
    for (size_t i = at; i < at + count; ++i) operations += items_[i].times;
    const Item& last = items_[at + count - 1];
    std::string line = absl::StrCat(
        "ran ", operations, " operations, steps ", items_[at].event + 1, " to ",
        last.event + last.times, "; --fold=0 shows them");
    absl::StrAppend(&out_, "    ...  ", Paint("2", line), "\n");
    return count;
  }

  // With whom it wakes.
  std::string Operation(size_t index) const {
    std::string text =
        OperationText(trace_, trace_.events[index], writes_[index]);
    auto woken = woken_.find(index);
    if (woken == woken_.end()) return text;
    if (woken->second.size() > kWokenMax)
      return absl::StrCat(text, ", wakes ", woken->second.size(), " threads");
    for (uint32_t task : woken->second)
      absl::StrAppend(&text, task == woken->second[0] ? ", wakes " : ", ",
                      ThreadLabel(trace_, task));
    return text;
  }

  std::string Source(uint32_t location) {
    const runtime::TraceLocation& at = trace_.locations[location];
    std::string source = sources_->Line(at.file, at.line);
    if (source.size() > kSourceMax) source.resize(kSourceMax);
    while (source.ends_with(' ')) source.pop_back();
    return source;
  }

  void MeasureColumns() {
    for (const Item& item : items_) {
      const TraceEvent& event = trace_.events[item.event];
      if (IsChoice(event)) continue;
      size_t operation = Operation(item.event).size();
      size_t place = ExactPlaceText(trace_, event.location).size();
      operation_column_ =
          std::max(operation_column_, std::min(operation, kOperationColumnMax));
      place_column_ = std::max(place_column_, std::min(place, kPlaceColumnMax));
    }
  }

  void Choice(size_t index) {
    absl::StrAppend(&out_, "        ",
                    Paint("1;33", ">>> " + ChoiceText(trace_, index)), "\n");
    const TraceEvent& event = trace_.events[index];
    if (!IsSwitch(event)) return;
    // Other operations are shown with their place when they are performed.
    std::string place = ExactPlaceText(trace_, event.location);
    if (event.kind == OperationKind::kAccess && !place.empty()) {
      std::string source = Source(event.location);
      absl::StrAppend(&out_, "            at ", place,
                      source.empty() ? "" : "  ", Paint("2", source), "\n");
    }
    std::vector<std::string> others;
    for (uint32_t thread : able_.OthersAt(index, event.task)) {
      if (trace_.threads[thread].key != event.choice_value)
        others.push_back(ThreadLabel(trace_, thread));
    }
    if (others.empty()) return;
    size_t more = others.size() > kAbleMax ? others.size() - kAbleMax : 0;
    others.resize(others.size() - more);
    absl::StrAppend(&out_, "            ",
                    Paint("2", absl::StrCat(absl::StrJoin(others, ", "),
                                            more > 0 ? " and more" : "",
                                            " could have run as well")),
                    "\n");
  }

  void Step(const Item& item) {
    const TraceEvent& event = trace_.events[item.event];
    std::string operation = Operation(item.event);
    if (item.times > 1) absl::StrAppend(&operation, ", ", item.times, " times");
    std::string place = ExactPlaceText(trace_, event.location);
    // What a block or a resume belongs to stands right above it.
    bool mark = event.kind == OperationKind::kBlock;
    std::string line = absl::StrFormat("  %5d  %-*s", item.event + 1,
                                       operation_column_, operation);
    if (!mark && !place.empty()) {
      std::string source = Source(event.location);
      absl::StrAppendFormat(&line, "  %-*s", place_column_, place);
      if (!source.empty()) absl::StrAppend(&line, "  ", Paint("2", source));
    }
    while (line.ends_with(' ')) line.pop_back();
    absl::StrAppend(&out_, line, "\n");
  }

  void End() {
    if (trace_.verdict == runtime::Verdict::kPassed) return;
    absl::StrAppend(&out_, "\n", Paint("1;31", VerdictLine(trace_)), "\n",
                    MessageLines(trace_));
    for (const std::string& line : ThreadLines(trace_))
      absl::StrAppend(&out_, "  ", line, "\n");
    for (const std::string& line : HeldLines())
      absl::StrAppend(&out_, "  ", line, "\n");
    for (const std::string& note : BlockedNotes(trace_))
      absl::StrAppend(&out_, "  ", note, "\n");
  }

  std::vector<std::string> HeldLines() const {
    std::vector<std::string> lines;
    for (const LockHold& hold : LockHolds(trace_)) {
      if (hold.last != kNoEvent) continue;
      std::string place = PlaceText(trace_, trace_.events[hold.first].location);
      lines.push_back(absl::StrCat(
          ThreadLabel(trace_, hold.task), " holds ",
          ObjectLabel(trace_, hold.object), hold.shared ? " (shared)" : "",
          ", since step ", hold.first + 1, place.empty() ? "" : " at ", place));
    }
    return lines;
  }

  const Trace& trace_;
  SourceLines* sources_;
  const TraceViewOptions& options_;
  std::vector<size_t> writes_;
  runtime::AbleThreads able_;
  std::string out_;
  std::vector<Item> items_;
  std::map<size_t, std::vector<uint32_t>> woken_;  // By what woke them.
  size_t stretch_begin_ = 0;  // The stretch that is being shown.
  size_t stretch_end_ = 0;
  uint32_t running_ = ~0u;
  size_t operation_column_ = 0;
  size_t place_column_ = 0;
};

}  // namespace

std::string TraceText(const Trace& trace, SourceLines* sources,
                      const TraceViewOptions& options) {
  return Writer(trace, sources, options).Text();
}

}  // namespace detsim::cmd
