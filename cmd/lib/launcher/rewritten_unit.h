// One unit on its way through the launcher: rewritten or found in the cache,
// reported, and turned into the compiler's extra arguments.
#ifndef DETSIM_CMD_LIB_LAUNCHER_REWRITTEN_UNIT_H_
#define DETSIM_CMD_LIB_LAUNCHER_REWRITTEN_UNIT_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cmd/lib/launcher/config.h"
#include "rewriter/output/unit_cache.h"
#include "rewriter/unit.h"

namespace detsim::launcher {

struct UnitCompile {
  std::string directory;           // where the compiler runs
  std::string source;              // as in `words`
  std::string object;              // absolute
  std::vector<std::string> words;  // the adjusted command, compiler first
  std::vector<std::string> dropped_flags;
  bool instrumented = false;
};

class RewrittenUnit {
 public:
  // Both outlive this object.
  RewrittenUnit(const LauncherConfig& config, const UnitCompile& compile);

  // From the cache, or anew. Unavailable if a result cannot be written.
  absl::Status Rewrite();

  // The unit did not parse as it is, most likely by the user's error.
  bool has_errors() const { return has_errors_; }

  std::vector<std::string> Prefix() const;  // UnitPrefix of the result.

  // The unit's name in the cache.
  std::string Key() const;

  // A file that has changed since the unit was rewritten, so that the compiler
  // may have seen half of one version and half of another; empty if none has.
  std::string ChangedInput() const;

  // For a unit that compiles as it is but not when rewritten: a library that
  // came into the scope by itself is not fit for it, or a mapped type meets
  // code outside the scope (a parameter of a library's function). Leaves the
  // library ("library-left"), or such uses in the unit's own source
  // ("type-boundary"), as they were, until the text parses. False, with
  // everything as before, if that does not help.
  absl::StatusOr<bool> SettleBoundaries();

 private:
  std::vector<std::string> ErrorsWhenRewritten(
      const rewriter::Scope& scope) const;
  absl::StatusOr<bool> LeaveUses(rewriter::UnitResult result);
  absl::Status Store(const rewriter::UnitResult& result);

  const LauncherConfig& config_;
  const UnitCompile& compile_;
  rewriter::UnitCache cache_;
  rewriter::StoredUnit stored_;
  bool has_errors_ = false;
};

// Removes the edits of the unit's own source that compile errors ("file:line:
// column: message") speak of: those on the line, else those of the shim types
// that the message names. Headers stay, since units must agree on them. False
// if there is nothing to remove.
bool LeaveAtBoundary(const std::vector<std::string>& errors,
                     rewriter::UnitResult& result);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_REWRITTEN_UNIT_H_
