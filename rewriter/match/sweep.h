// Looks through the text of a file for what no AST reached: names in inactive
// #if branches, in macros that are never expanded, in explicit instantiations
// of functions (Clang keeps no source for those). Inactive names are reported;
// active ones, spelled out with std::, are edited lexically and reported.
#ifndef DETSIM_REWRITER_MATCH_SWEEP_H_
#define DETSIM_REWRITER_MATCH_SWEEP_H_

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "rewriter/unit.h"

namespace detsim::rewriter {

// [first, second) byte ranges of a file that the preprocessor skipped.
using SkippedRanges = std::vector<std::pair<size_t, size_t>>;

void Sweep(const SkippedRanges& skipped, FileEdits& file,
           std::set<Note>& notes);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_SWEEP_H_
