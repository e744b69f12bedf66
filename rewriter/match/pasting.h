// Macro arguments that the macro pastes to other tokens (`t##_lock`). Such an
// argument may be a type as well, in the same macro (`t t##_lock`), and it is
// one text: a qualified name in its place would be pasted too.
#ifndef DETSIM_REWRITER_MATCH_PASTING_H_
#define DETSIM_REWRITER_MATCH_PASTING_H_

#include <cstddef>
#include <set>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/MacroInfo.h"
#include "rewriter/unit.h"

namespace detsim::rewriter {

// Where the tokens of `arguments` are that `macro` pastes to others.
std::vector<clang::SourceLocation> PastedTokens(
    const clang::MacroInfo& macro, const clang::MacroArgs& arguments);

// Takes back the edits of pasted tokens, and reports them.
// `pasted`: offsets in the file.
void LeavePasted(const std::set<size_t>& pasted, FileEdits& file,
                 std::set<Note>& notes);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_PASTING_H_
