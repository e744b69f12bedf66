#include "rewriter/match/atomic_operators.h"

#include "clang/ASTMatchers/ASTMatchers.h"

namespace detsim::rewriter {

using clang::ast_matchers::MatchFinder;

void AtomicOperatorCallback::AddMatchers(MatchFinder& finder) {
  // NOLINTNEXTLINE(google-build-using-namespace): a language of their own
  using namespace clang::ast_matchers;
  // With implicit casts, which is what reading an atomic object is. The macro
  // is a statement expression: inside functions only.
  const auto in_function = [](const auto& matcher) {
    return traverse(clang::TK_AsIs, matcher);
  };
  const auto atomic =
      expr(hasType(hasUnqualifiedDesugaredType(atomicType()))).bind("object");
  const auto inside = hasAncestor(functionDecl());
  finder.addMatcher(
      in_function(implicitCastExpr(hasCastKind(clang::CK_AtomicToNonAtomic),
                                   inside,
                                   hasSourceExpression(implicitCastExpr(
                                       hasCastKind(clang::CK_LValueToRValue),
                                       hasSourceExpression(atomic))))
                      .bind("load")),
      this);
  finder.addMatcher(
      in_function(binaryOperator(isAssignmentOperator(), inside, hasLHS(atomic))
                      .bind("assignment")),
      this);
  finder.addMatcher(in_function(unaryOperator(hasAnyOperatorName("++", "--"),
                                              inside, hasUnaryOperand(atomic))
                                    .bind("step")),
                    this);
}

void AtomicOperatorCallback::run(const MatchFinder::MatchResult& result) {
  const auto& nodes = result.Nodes;
  const auto* object = nodes.getNodeAs<clang::Expr>("object");
  const auto* assignment = nodes.getNodeAs<clang::BinaryOperator>("assignment");
  const char* operation = "DETSIM_ATOMIC_RMW";
  if (nodes.getNodeAs<clang::Expr>("load") != nullptr)
    operation = "DETSIM_ATOMIC_LOAD";
  else if (assignment != nullptr && !assignment->isCompoundAssignmentOp())
    operation = "DETSIM_ATOMIC_STORE";
  reducer_.AddAtomicObject(object->getSourceRange(), operation);
}

}  // namespace detsim::rewriter
