// Unified diffs of rewritten files.
#ifndef DETSIM_REWRITER_OUTPUT_DIFF_H_
#define DETSIM_REWRITER_OUTPUT_DIFF_H_

#include <string>
#include <string_view>

namespace detsim::rewriter {

// The difference as `diff -u` prints it, with `name` below a/ and b/; empty if
// there is none. REQUIRES: as many lines in both (edits move no line).
std::string UnifiedDiff(const std::string& name, std::string_view before,
                        std::string_view after);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_DIFF_H_
