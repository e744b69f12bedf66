// Races that are known and accepted: a file in the syntax of ThreadSanitizer's
// suppressions, "race:PATTERN" a line. A pattern is looked for in the function
// and file names of both stacks; * stands for anything, ^ and $ for the ends.
#ifndef DETSIM_CMD_LIB_SUPPRESSIONS_H_
#define DETSIM_CMD_LIB_SUPPRESSIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace detsim::cmd {

class Suppressions {
 public:
  Suppressions() = default;

  // InvalidArgument for a line that is no suppression; kinds that are not about
  // races (deadlock:, signal:, ...) are skipped.
  static absl::StatusOr<Suppressions> Parse(std::string_view text);
  // The same, of a file; nothing for an empty path.
  static absl::StatusOr<Suppressions> Read(const std::string& path);

  bool Matches(std::string_view name) const;
  bool empty() const { return patterns_.empty(); }

 private:
  std::vector<std::string> patterns_;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_SUPPRESSIONS_H_
