// The whole rewritten tree: a copy of a project with its edits applied.
#ifndef DETSIM_REWRITER_OUTPUT_TREE_H_
#define DETSIM_REWRITER_OUTPUT_TREE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "rewriter/unit.h"

namespace detsim::rewriter {

// Where `path` goes: the same place below `out` as it has below `directory`,
// or below out/outside when it is not below it.
std::string TreePath(const std::string& path, const std::string& directory,
                     const std::string& out);

// Copies `directory` to `out` (not version control's folders, build trees and
// `out` itself) with the texts of `files` in place of the originals. Nothing
// below `directory` but `out` is written. Unavailable if something cannot be
// read or written.
absl::Status WriteTree(const std::string& directory,
                       const std::vector<FileEdits>& files,
                       const std::string& out);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_TREE_H_
