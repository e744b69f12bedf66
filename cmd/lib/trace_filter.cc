#include "cmd/lib/trace_filter.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cmd/lib/exit_code.h"
#include "cmd/lib/trace_story.h"

namespace detsim::cmd {

using runtime::Trace;

namespace {

constexpr size_t kNamesMax = 20;

absl::Status NotFound(const char* flag, const std::string& name,
                      std::vector<std::string> names) {
  if (names.size() > kNamesMax) {
    names.resize(kNamesMax);
    names.emplace_back("...");
  }
  return UsageError(absl::StrCat(
      "--", flag, "=", name, " is not in this trace; there ",
      names.empty() ? "is none" : "are ", absl::StrJoin(names, ", ")));
}

}  // namespace

absl::StatusOr<uint32_t> FindThread(const Trace& trace,
                                    const std::string& name) {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < trace.threads.size(); ++i) {
    std::string label = ThreadLabel(trace, i);
    if (name == label || name == label.substr(0, label.find(' ')) ||
        name == trace.threads[i].name)
      return i;
    names.push_back(label);
  }
  return NotFound("thread", name, std::move(names));
}

absl::StatusOr<uint32_t> FindObject(const Trace& trace,
                                    const std::string& name) {
  std::vector<std::string> names;
  std::vector<uint32_t> so_called;
  for (const runtime::TraceObject& object : trace.objects) {
    std::string label = ObjectLabel(trace, object.ordinal);
    std::string number = absl::StrCat(object.ordinal);
    if (name == label || name == number || name == "#" + number ||
        name == absl::StrCat(object.type, " #", number))
      return object.ordinal;
    if (name == object.name) so_called.push_back(object.ordinal);
    names.push_back(label);
  }
  if (so_called.size() == 1) return so_called.front();
  if (so_called.empty()) return NotFound("object", name, std::move(names));
  names.clear();
  for (uint32_t ordinal : so_called)
    names.push_back(ObjectLabel(trace, ordinal));
  return UsageError(absl::StrCat("--object=", name, " is the name of ",
                                 so_called.size(),
                                 " objects: ", absl::StrJoin(names, ", ")));
}

}  // namespace detsim::cmd
