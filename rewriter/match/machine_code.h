// Reports what goes to the processor or to the system past everything that has
// a name in the symbol table: inline assembly, and system calls by number.
#ifndef DETSIM_REWRITER_MATCH_MACHINE_CODE_H_
#define DETSIM_REWRITER_MATCH_MACHINE_CODE_H_

#include <string>

#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "rewriter/match/reduce.h"

namespace detsim::rewriter {

class MachineCodeCallback
    : public clang::ast_matchers::MatchFinder::MatchCallback {
 public:
  MachineCodeCallback(clang::ASTContext& context, Reducer& reducer)
      : context_(context), reducer_(reducer) {}

  void AddMatchers(clang::ast_matchers::MatchFinder& finder);
  void run(
      const clang::ast_matchers::MatchFinder::MatchResult& result) override;

  // Assembly outside of functions, which matchers do not look at.
  void OnFileScope(const clang::FileScopeAsmDecl& assembly);

 private:
  void OnStatement(const clang::AsmStmt& assembly);
  void OnSystemCall(const clang::CallExpr& call);

  clang::ASTContext& context_;
  Reducer& reducer_;
};

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_MACHINE_CODE_H_
