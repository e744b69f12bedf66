// Finds every reference of a translation unit's in-scope declarations with AST
// matchers and hands it to the Reducer.
#ifndef DETSIM_REWRITER_MATCH_REFERENCES_H_
#define DETSIM_REWRITER_MATCH_REFERENCES_H_

#include "clang/AST/ASTContext.h"
#include "rewriter/match/reduce.h"

namespace detsim::rewriter {

// REQUIRES: the unit is parsed completely. Narrows the context's traversal
// scope for good. False, after a note, for a unit of a module: a shim header
// cannot come before its first line, so nothing is matched.
bool MatchReferences(clang::ASTContext& context, Reducer& reducer);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_REFERENCES_H_
