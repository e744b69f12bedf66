// Which header-only libraries of the system come into the scope by themselves:
// those that the code in scope includes, that use names which are mapped
// (hold a std::mutex, take a std::thread, ...), and that have no compiled part.
// Then a mapped type that crosses the boundary is the same type on both sides,
// and what the library does with threads is under control.
//
// Whether a library comes in depends on its headers alone, not on what the unit
// does with them: units that share it must agree on its types.
#ifndef DETSIM_REWRITER_MATCH_LIBRARIES_H_
#define DETSIM_REWRITER_MATCH_LIBRARIES_H_

#include <string>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/Lex/HeaderSearch.h"
#include "rewriter/match/reduce.h"
#include "rewriter/scope.h"
#include "rewriter/unit.h"

namespace detsim::rewriter {

// Sorted by path. Names are looked for in the text, so some may turn out to
// need no edit.
std::vector<SystemLibrary> FindSystemLibraries(
    clang::ASTContext& context, const clang::HeaderSearch& search,
    const Scope& scope, Reducer& reducer);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_LIBRARIES_H_
