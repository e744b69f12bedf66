#include "cmd/lib/pins/pin_places.h"

#include <algorithm>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "cmd/lib/artifact.h"
#include "cmd/lib/pins/pin_text.h"
#include "cmd/lib/printable_text.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::DecisionEntry;
using runtime::OperationKind;
using runtime::Stream;
using runtime::ThreadKey;
using runtime::ThreadReport;

namespace {

constexpr char kMain[] = "main";

bool IsAboutThreads(Stream stream) {
  return stream == Stream::kSchedule || stream == Stream::kAccess;
}

// "0.2" of "0.2.1"; empty for main's.
std::string ParentPath(const std::string& path) {
  size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

}  // namespace

PinPlaces::PinPlaces(const runtime::RunResult* run, const ProgramPlaces* places)
    : run_(*run), places_(*places) {
  for (const DecisionEntry& entry : run_.decisions)
    entries_[entry.key.thread].push_back(&entry);
}

const PinPlaces::Place& PinPlaces::PlaceOf(uint64_t pc, uint32_t callers) {
  auto [known, added] = known_places_.try_emplace(std::pair(pc, callers));
  if (added) {
    SourcePlace place = places_.OfCall(pc, run_.Callers(callers));
    known->second = {ShortFunction(place.function),
                     OneLine(sources_.Line(place.file, place.line)),
                     places_.Text(place)};
  }
  return known->second;
}

const std::vector<PinPlaces::Operation>& PinPlaces::OperationsOf(
    ThreadKey thread) {
  auto [found, added] = operations_.try_emplace(thread);
  std::vector<Operation>& operations = found->second;
  if (!added) return operations;
  // Of one kind in one function: the objects, by first use, and how many
  // operations there were on each.
  std::map<std::pair<OperationKind, std::string>, std::vector<uint32_t>>
      objects;
  std::map<std::tuple<OperationKind, std::string, uint32_t>, uint64_t> counts;
  for (const DecisionEntry* entry : entries_[thread]) {
    if (entry->type != DecisionEntry::kOperation) continue;
    PinOperation name;
    name.kind = entry->kind;
    name.function = PlaceOf(entry->pc, entry->callers).function;
    if (entry->object != 0) {
      auto& known = objects[{name.kind, name.function}];
      auto object = std::find(known.begin(), known.end(), entry->object);
      name.object = static_cast<uint32_t>(object - known.begin() + 1);
      if (object == known.end()) known.push_back(entry->object);
    }
    name.nth = ++counts[{name.kind, name.function, entry->object}];
    operations.push_back({entry->key.operation, std::move(name)});
  }
  return operations;
}

bool PinPlaces::Asks(const DecisionEntry& entry, const PinChoice& choice,
                     uint64_t operation) {
  if (entry.type != choice.moment || entry.key.operation != operation ||
      entry.key.stream != choice.stream)
    return false;
  if (choice.stream != Stream::kAccess) return true;
  const Place& place = PlaceOf(entry.pc, entry.callers);
  return (entry.writes != 0) == choice.access.writes &&
         place.function == choice.access.function &&
         place.line == choice.access.line;
}

std::string PinPlaces::LabelOf(ThreadKey key, std::vector<PinThread>* threads) {
  if (key == runtime::kMainThreadKey) return kMain;
  auto found =
      std::find_if(run_.threads.begin(), run_.threads.end(),
                   [&](const ThreadReport& t) { return t.key == key; });
  if (found == run_.threads.end()) return "";
  PinThread thread;
  thread.label = absl::StrCat("T", found - run_.threads.begin());
  for (const PinThread& known : *threads) {
    if (known.label == thread.label) return thread.label;
  }
  std::string parent = ParentPath(found->path);
  thread.parent = LabelOf(KeyOfPath(parent), threads);
  thread.function = PlaceOf(found->spawn_pc, found->spawn_callers).function;
  thread.nth = static_cast<uint64_t>(std::count_if(
      run_.threads.begin(), found + 1, [&](const ThreadReport& sibling) {
        return ParentPath(sibling.path) == parent &&
               PlaceOf(sibling.spawn_pc, sibling.spawn_callers).function ==
                   thread.function;
      }));
  threads->push_back(thread);
  return thread.label;
}

ThreadKey PinPlaces::KeyOf(const std::string& label,
                           const std::vector<PinThread>& threads) {
  if (label == kMain) return runtime::kMainThreadKey;
  auto thread = std::find_if(threads.begin(), threads.end(),
                             [&](const auto& t) { return t.label == label; });
  if (thread == threads.end()) return 0;
  ThreadKey parent = KeyOf(thread->parent, threads);
  uint64_t nth = 0;
  for (const ThreadReport& report : run_.threads) {
    if (parent != 0 && KeyOfPath(ParentPath(report.path)) == parent &&
        PlaceOf(report.spawn_pc, report.spawn_callers).function ==
            thread->function &&
        ++nth == thread->nth)
      return report.key;
  }
  return 0;
}

std::optional<PinChoice> PinPlaces::Describe(const runtime::Choice& choice,
                                             std::vector<PinThread>* threads) {
  const auto& entries = entries_[choice.key.thread];
  auto asked = std::find_if(entries.begin(), entries.end(),
                            [&](const DecisionEntry* entry) {
                              return entry->type != DecisionEntry::kOperation &&
                                     entry->key == choice.key;
                            });
  if (asked == entries.end()) return std::nullopt;
  const DecisionEntry& entry = **asked;
  const Place& place = PlaceOf(entry.pc, entry.callers);
  PinChoice pin;
  pin.thread = LabelOf(choice.key.thread, threads);
  pin.stream = choice.key.stream;
  pin.moment = entry.type;
  if (!place.text.empty())
    pin.remark = absl::StrCat(place.text, ": ", place.line);
  for (const Operation& operation : OperationsOf(choice.key.thread)) {
    if (operation.number == choice.key.operation)
      pin.operation = operation.name;
  }
  if (pin.stream == Stream::kAccess) {
    pin.access.writes = entry.writes != 0;
    pin.access.function = place.function;
    pin.access.line = place.line;
  }
  auto before = static_cast<uint32_t>(
      std::count_if(entries.begin(), asked, [&](const DecisionEntry* other) {
        return Asks(*other, pin, choice.key.operation);
      }));
  if (pin.stream == Stream::kAccess)
    pin.access.nth = before + 1;
  else
    pin.again = before;
  if (IsAboutThreads(pin.stream))
    pin.runs = LabelOf(choice.value, threads);
  else
    pin.value = choice.value;
  return pin;
}

FoundChoice PinPlaces::Find(const PinChoice& choice,
                            const std::vector<PinThread>& threads) {
  FoundChoice found;
  ThreadKey thread = KeyOf(choice.thread, threads);
  ThreadKey runs = KeyOf(choice.runs, threads);
  if (thread == 0 || (!choice.runs.empty() && runs == 0)) return found;
  std::optional<uint64_t> number;
  if (choice.operation.nth == 0) number = 0;
  for (const Operation& operation : OperationsOf(thread)) {
    if (operation.name == choice.operation) number = operation.number;
  }
  if (!number) return found;
  bool at_access = choice.stream == Stream::kAccess;
  // The operation is there. A thread that is alone passes an access unseen.
  found.reached = !at_access;
  uint64_t skip = at_access ? choice.access.nth - 1 : choice.again;
  for (const DecisionEntry* entry : entries_[thread]) {
    if (!Asks(*entry, choice, *number) || skip-- != 0) continue;
    found.reached = true;
    found.decision = entry->decision;
    found.choice = {.key = entry->key,
                    .value = choice.runs.empty() ? choice.value : runs};
    break;
  }
  return found;
}

}  // namespace detsim::cmd
