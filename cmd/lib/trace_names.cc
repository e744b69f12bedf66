#include "cmd/lib/trace_names.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "cmd/lib/object_names.h"
#include "cmd/lib/trace_story.h"
#include "cmd/lib/trace_words.h"

namespace detsim::cmd {
namespace {

// The names of objects: of a variable with static storage, or what the source
// calls them where they are used.
class ObjectNamer {
 public:
  explicit ObjectNamer(const ProgramPlaces* places) : places_(places) {}

  // One operation says one name: that which most say is taken. What is given to
  // a function is that name; what a member function works on may be a part of
  // the object, or something else (the mutex of a wait).
  void Note(const runtime::Event& event) {
    if (event.object == 0 || event.choice_stream != runtime::kNoChoice ||
        ObjectType(event.kind).empty())
      return;
    const SaidName& said = NameAt(event.pc);
    if (said.name.empty()) return;
    Votes& votes = votes_[event.object][said.name];
    ++(said.caller == OperationCaller::kMember ? votes.members : votes.others);
  }

  std::string NameOf(uint32_t object, uint64_t address) const {
    std::string name;
    auto found = votes_.find(object);
    if (found != votes_.end()) {
      auto most = std::max_element(
          found->second.begin(), found->second.end(),
          [](const auto& a, const auto& b) {
            return std::tie(a.second.others, a.second.members) <
                   std::tie(b.second.others, b.second.members);
          });
      name = most->first;
    }
    StaticVariable variable =
        places_->symbolizer->Variable(places_->modules, address);
    if (variable.name.empty()) return name;
    // Where the runtime itself waits, as for descriptors: the program has no
    // name for it, and names many things at its operations.
    if (IsOfDetsim(variable.name)) return "";
    std::string whole = ShortFunction(variable.name);
    // An object within a bigger one.
    if (variable.size > kObjectBytesMax && !name.empty() &&
        !IsLastPart(whole, name))
      return absl::StrCat(whole, ".", name);
    return whole;
  }

 private:
  // Of a mutex, a condition variable, an atomic and so on.
  static constexpr uint64_t kObjectBytesMax = 64;

  static bool IsLastPart(const std::string& whole, const std::string& part) {
    return whole == part || whole.ends_with("::" + part);
  }

  struct SaidName {
    std::string name;
    OperationCaller caller = OperationCaller::kOther;
  };

  struct Votes {
    int others = 0;
    int members = 0;
  };

  const SaidName& NameAt(uint64_t pc) {
    auto [entry, added] = names_.try_emplace(pc);
    if (!added || pc == 0) return entry->second;
    OperationCaller& caller = entry->second.caller;
    for (const SourcePlace& place :
         places_->symbolizer->Lookup(places_->modules, pc)) {
      if (!IsLibraryPlace(place)) {
        entry->second.name = ObjectNameAt(
            sources_.WholeLine(place.file, place.line), place.column, caller);
        break;
      }
      caller = IsOfDetsim(place.function) ? OperationCaller::kMember
                                          : OperationCaller::kOther;
    }
    return entry->second;
  }

  const ProgramPlaces* places_;
  SourceLines sources_;
  std::map<uint64_t, SaidName> names_;  // By return address.
  std::map<uint32_t, std::map<std::string, Votes>> votes_;  // By object.
};

}  // namespace

void NameObjects(const runtime::RunResult& result, const ProgramPlaces& places,
                 runtime::Trace* trace) {
  ObjectNamer namer(&places);
  for (const runtime::Event& event : result.events) namer.Note(event);
  for (runtime::TraceObject& object : trace->objects) {
    size_t index = object.ordinal - 1;
    object.name =
        namer.NameOf(object.ordinal, index < result.object_addresses.size()
                                         ? result.object_addresses[index]
                                         : 0);
  }
}

}  // namespace detsim::cmd
