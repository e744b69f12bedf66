#include "cmd/lib/trace_diff.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cmd/lib/text_table.h"
#include "cmd/lib/trace_align.h"
#include "cmd/lib/trace_links.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::Trace;
using runtime::TraceEvent;

namespace {

constexpr size_t kNamesMax = 60;

class DiffWriter {
 public:
  DiffWriter(const NamedTrace& a, const NamedTrace& b, SourceLines* sources,
             const TraceDiffOptions& options)
      : a_(*a.trace),
        b_(*b.trace),
        names_{a.name, b.name},
        sources_(sources),
        options_(options),
        alignment_(AlignTraces(a_, b_)) {}

  std::string Text() {
    Heads();
    if (a_.test != b_.test)
      absl::StrAppend(&out_, "\nThese are runs of two tests.\n");
    Parting();
    Choices();
    Threads();
    return std::move(out_);
  }

 private:
  std::string Paint(const char* code, const std::string& text) const {
    if (!options_.color) return text;
    return absl::StrCat("\033[", code, "m", text, "\033[0m");
  }

  void Heads() {
    for (const Trace* trace : {&a_, &b_})
      absl::StrAppend(
          &out_, trace == &a_ ? "A  " : "B  ", names_[trace == &a_ ? 0 : 1],
          "\n   ", trace->test, ": ", VerdictLine(*trace), "; seed ",
          trace->seed, ", ", trace->events.size(), " steps, ", trace->unusual,
          trace->unusual == 1 ? " unusual choice\n" : " unusual choices\n");
  }

  std::string StepText(const Trace& trace, size_t index) {
    const TraceEvent& event = trace.events[index];
    const runtime::TraceLocation& at = trace.locations[event.location];
    std::string place = PlaceText(trace, event.location);
    std::string source = sources_->Line(at.file, at.line);
    return absl::StrCat(
        "step ", index + 1, ", ", ThreadLabel(trace, event.task), ": ",
        IsChoice(event) ? ChoiceText(trace, index)
                        : OperationText(trace, event),
        place.empty() ? "" : " at ", place, source.empty() ? "" : ": ", source);
  }

  void Parting() {
    size_t common = alignment_.common;
    if (common == a_.events.size() && common == b_.events.size()) {
      absl::StrAppend(&out_, "\nThe two runs are the same, step by step.\n");
      return;
    }
    absl::StrAppend(&out_, "\n", Paint("1", "where they part"), "\n");
    if (common > 0)
      absl::StrAppend(&out_, "  both  ", StepText(a_, common - 1), "\n");
    for (const Trace* trace : {&a_, &b_})
      absl::StrAppend(&out_, trace == &a_ ? "  A     " : "  B     ",
                      common < trace->events.size() ? StepText(*trace, common)
                                                    : "(the run has ended)",
                      "\n");
  }

  void Choices() {
    std::vector<std::string> lines;
    size_t kept = 0;
    size_t dropped = 0;
    size_t added = 0;
    for (size_t i = 0; i < a_.events.size(); ++i) {
      if (!IsChoice(a_.events[i])) continue;
      if (alignment_.to_b[i] == kNoEvent) {
        ++dropped;
        lines.push_back(Paint("2", "  - " + StepText(a_, i)));
      } else {
        ++kept;
        lines.push_back(Paint("1;33", "  = " + StepText(a_, i)));
      }
    }
    for (size_t i = 0; i < b_.events.size(); ++i) {
      if (!IsChoice(b_.events[i]) || alignment_.to_a[i] != kNoEvent) continue;
      ++added;
      lines.push_back("  + " + StepText(b_, i));
    }
    if (lines.empty()) return;
    absl::StrAppend(&out_, "\n", Paint("1", "unusual choices"), ": ", kept,
                    " in both (=), ", dropped, " only in A (-), ", added,
                    " only in B (+)\n");
    size_t shown = lines.size();
    if (options_.rows_max != 0) shown = std::min(shown, options_.rows_max);
    for (size_t i = 0; i < shown; ++i) absl::StrAppend(&out_, lines[i], "\n");
    if (shown < lines.size())
      absl::StrAppend(&out_, "  ... and ", lines.size() - shown,
                      " more; --limit=0 shows all\n");
  }

  // Threads of A, then those that only B has.
  void Threads() {
    struct Counts {
      std::string name;
      size_t both = 0, a = 0, b = 0;
    };
    std::vector<runtime::ThreadKey> keys;
    std::vector<Counts> counts;
    auto of = [&](const Trace& trace, uint32_t task) -> Counts& {
      runtime::ThreadKey key = trace.threads[task].key;
      auto found = std::find(keys.begin(), keys.end(), key);
      if (found != keys.end())
        return counts[static_cast<size_t>(found - keys.begin())];
      keys.push_back(key);
      counts.push_back({.name = ThreadLabel(trace, task)});
      return counts.back();
    };
    for (size_t i = 0; i < a_.events.size(); ++i) {
      if (IsChoice(a_.events[i])) continue;
      Counts& thread = of(a_, a_.events[i].task);
      ++(alignment_.to_b[i] == kNoEvent ? thread.a : thread.both);
    }
    for (size_t i = 0; i < b_.events.size(); ++i) {
      if (!IsChoice(b_.events[i]) && alignment_.to_a[i] == kNoEvent)
        ++of(b_, b_.events[i].task).b;
    }
    TextTable table({"", ">in both", ">only in A", ">only in B"});
    for (size_t i = 0; i < std::min(counts.size(), kNamesMax); ++i)
      table.Row({counts[i].name, absl::StrCat(counts[i].both),
                 absl::StrCat(counts[i].a), absl::StrCat(counts[i].b)});
    if (!table.empty())
      absl::StrAppend(&out_, "\n", Paint("1", "steps by thread"), "\n",
                      table.Text());
  }

  const Trace& a_;
  const Trace& b_;
  std::string names_[2];
  SourceLines* sources_;
  const TraceDiffOptions& options_;
  TraceAlignment alignment_;
  std::string out_;
};

}  // namespace

std::string DiffText(const NamedTrace& a, const NamedTrace& b,
                     SourceLines* sources, const TraceDiffOptions& options) {
  return DiffWriter(a, b, sources, options).Text();
}

}  // namespace detsim::cmd
