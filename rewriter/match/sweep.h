// Looks through the text of a file for what no AST reached: names in inactive
// #if branches, in macros that are never expanded, in explicit instantiations
// of functions (Clang keeps no source for those). Names outside the code are
// reported; those in it, spelled out with std::, are edited lexically.
#ifndef DETSIM_REWRITER_MATCH_SWEEP_H_
#define DETSIM_REWRITER_MATCH_SWEEP_H_

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "rewriter/unit.h"

namespace detsim::rewriter {

using TextRange = std::pair<size_t, size_t>;  // [first, second) in bytes

// What the preprocessor knows of a file's text.
struct TextRegions {
  std::vector<TextRange> skipped;      // inactive branches
  std::vector<TextRange> macro_calls;  // NAME(arguments)
  std::set<size_t> pasted;             // arguments' tokens, see pasting.h
};

void Sweep(const TextRegions& regions, FileEdits& file, std::set<Note>& notes);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_SWEEP_H_
