// Parses one translation unit with Clang and returns the edits that move it
// onto the shims. The only door to Clang: its header names no Clang type.
#ifndef DETSIM_REWRITER_REWRITE_UNIT_H_
#define DETSIM_REWRITER_REWRITE_UNIT_H_

#include <string>
#include <vector>

#include "rewriter/scope.h"
#include "rewriter/unit.h"

namespace detsim::rewriter {

struct UnitRequest {
  std::string directory;               // where the compiler runs
  std::string file;                    // the source, as in `arguments`
  std::vector<std::string> arguments;  // the whole command, compiler first
};

// Never fails as such: a unit that does not parse has `errors`, and its edits
// are those of the part that was understood. Thread-safe; does not change the
// process's working directory.
UnitResult RewriteUnit(const UnitRequest& request, const Scope& scope);

// The scope with these libraries, and no more by themselves.
Scope WithLibraries(const Scope& scope,
                    const std::vector<SystemLibrary>& libraries);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_REWRITE_UNIT_H_
