#include "cmd/lib/report_words.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace detsim::cmd {
namespace {

constexpr size_t kNamesShownMax = 5;

}  // namespace

std::string Plural(uint64_t count, const char* what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

std::string SomeNames(std::vector<std::string> names) {
  size_t more = 0;
  if (names.size() > kNamesShownMax) {
    more = names.size() - kNamesShownMax;
    names.resize(kNamesShownMax);
  }
  std::string text = absl::StrJoin(names, ", ");
  if (more > 0) absl::StrAppend(&text, " and ", more, " more");
  return text;
}

}  // namespace detsim::cmd
