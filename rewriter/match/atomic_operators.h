// Operators on `_Atomic` objects of C: `x++`, `x += 1`, `x = 1`, and reading
// one. They name nothing, so no row of the table stands for them; the object is
// wrapped in a macro of the shims that announces the operation.
#ifndef DETSIM_REWRITER_MATCH_ATOMIC_OPERATORS_H_
#define DETSIM_REWRITER_MATCH_ATOMIC_OPERATORS_H_

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "rewriter/match/reduce.h"

namespace detsim::rewriter {

class AtomicOperatorCallback
    : public clang::ast_matchers::MatchFinder::MatchCallback {
 public:
  explicit AtomicOperatorCallback(Reducer& reducer) : reducer_(reducer) {}

  void AddMatchers(clang::ast_matchers::MatchFinder& finder);
  void run(
      const clang::ast_matchers::MatchFinder::MatchResult& result) override;

 private:
  Reducer& reducer_;
};

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_ATOMIC_OPERATORS_H_
