#include "cmd/lib/trace_align.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "cmd/lib/trace_links.h"
#include "cmd/lib/trace_story.h"
#include "cmd/lib/trace_words.h"

namespace detsim::cmd {

using runtime::Trace;
using runtime::TraceEvent;

namespace {

// Cells of the largest table that is filled, 100 MB of them. Two threads with
// longer middles have only their starts and their ends in common.
constexpr size_t kCellsMax = 25'000'000;

// What has to be equal, as a number that is the same in both traces.
class StepNumbers {
 public:
  std::vector<size_t> Of(const Trace& trace) {
    std::map<uint32_t, std::string> types;
    for (const runtime::TraceObject& object : trace.objects)
      types[object.ordinal] = object.type;
    std::vector<size_t> steps;
    for (const TraceEvent& event : trace.events) {
      const runtime::TraceLocation& place = trace.locations[event.location];
      auto key = std::tuple(
          trace.threads[event.task].key, event.kind, event.choice_stream,
          IsChoice(event) ? event.choice_value : 0,
          event.object == 0 ? "" : types[event.object],
          event.other == 0 ? 0 : trace.threads[event.other].key, place.file,
          place.line);
      steps.push_back(
          numbers_.try_emplace(std::move(key), numbers_.size()).first->second);
    }
    return steps;
  }

 private:
  using Key =
      std::tuple<runtime::ThreadKey, runtime::OperationKind, uint8_t, uint64_t,
                 std::string, runtime::ThreadKey, std::string, uint32_t>;
  std::map<Key, size_t> numbers_;
};

using Steps = std::vector<size_t>;
using Pairs = std::vector<std::pair<size_t, size_t>>;

// Appends the longest common sequence of a[first, a_end) and b[first, b_end),
// by the textbook's table of lengths.
void AddMiddle(const Steps& a, const Steps& b, size_t first, size_t a_end,
               size_t b_end, Pairs* pairs) {
  size_t rows = a_end - first;
  size_t columns = b_end - first;
  if (rows == 0 || columns == 0 || rows > kCellsMax / columns) return;
  std::vector<uint32_t> lengths((rows + 1) * (columns + 1), 0);
  auto length = [&lengths, columns](size_t row, size_t column) -> uint32_t& {
    return lengths[row * (columns + 1) + column];
  };
  for (size_t row = rows; row-- > 0;) {
    for (size_t column = columns; column-- > 0;) {
      length(row, column) =
          a[first + row] == b[first + column]
              ? length(row + 1, column + 1) + 1
              : std::max(length(row + 1, column), length(row, column + 1));
    }
  }
  for (size_t row = 0, column = 0; row < rows && column < columns;) {
    if (a[first + row] == b[first + column])
      pairs->emplace_back(first + row++, first + column++);
    else if (length(row + 1, column) >= length(row, column + 1))
      ++row;
    else
      ++column;
  }
}

Pairs CommonSequence(const Steps& a, const Steps& b) {
  Pairs pairs;
  size_t first = 0;
  while (first < a.size() && first < b.size() && a[first] == b[first]) {
    pairs.emplace_back(first, first);
    ++first;
  }
  size_t a_end = a.size();
  size_t b_end = b.size();
  while (a_end > first && b_end > first && a[a_end - 1] == b[b_end - 1])
    --a_end, --b_end;
  AddMiddle(a, b, first, a_end, b_end, &pairs);
  for (; a_end < a.size(); ++a_end, ++b_end) pairs.emplace_back(a_end, b_end);
  return pairs;
}

// The events of each thread, by its key.
std::map<runtime::ThreadKey, std::vector<size_t>> ByThread(const Trace& trace) {
  std::map<runtime::ThreadKey, std::vector<size_t>> threads;
  for (size_t i = 0; i < trace.events.size(); ++i)
    threads[trace.threads[trace.events[i].task].key].push_back(i);
  return threads;
}

}  // namespace

TraceAlignment AlignTraces(const Trace& a, const Trace& b) {
  StepNumbers numbers;
  Steps steps_a = numbers.Of(a);
  Steps steps_b = numbers.Of(b);
  TraceAlignment alignment;
  alignment.to_b.assign(a.events.size(), kNoEvent);
  alignment.to_a.assign(b.events.size(), kNoEvent);
  while (alignment.common < std::min(steps_a.size(), steps_b.size()) &&
         steps_a[alignment.common] == steps_b[alignment.common])
    ++alignment.common;
  auto threads_b = ByThread(b);
  for (const auto& [key, events_a] : ByThread(a)) {
    const std::vector<size_t>& events_b = threads_b[key];
    Steps thread_a;
    Steps thread_b;
    for (size_t event : events_a) thread_a.push_back(steps_a[event]);
    for (size_t event : events_b) thread_b.push_back(steps_b[event]);
    for (auto [in_a, in_b] : CommonSequence(thread_a, thread_b)) {
      alignment.to_b[events_a[in_a]] = events_b[in_b];
      alignment.to_a[events_b[in_b]] = events_a[in_a];
    }
  }
  return alignment;
}

}  // namespace detsim::cmd
