#include "rewriter/match/machine_code.h"

#include <sys/syscall.h>

#include "clang/ASTMatchers/ASTMatchers.h"
#include "rewriter/match/clang_compat.h"

namespace detsim::rewriter {

using clang::ast_matchers::MatchFinder;

namespace {

constexpr char kAssemblyId[] = "inline-assembly";
constexpr char kAssemblyMessage[] = "inline assembly is not instrumented";

// Barriers of the compiler, and hints to the processor in a spinning loop, have
// no effect that a schedule could show.
bool MayDoSomething(llvm::StringRef assembly) {
  for (llvm::StringRef rest = assembly; !rest.empty();) {
    const size_t end = rest.find_first_of(";\n");
    const llvm::StringRef statement = rest.substr(0, end).trim();
    if (!llvm::is_contained({"", "nop", "pause", "rep", "rep nop", "yield"},
                            statement))
      return true;
    rest = end == llvm::StringRef::npos ? "" : rest.substr(end + 1);
  }
  return false;
}

// Those that the runtime answers (detsim_syscall).
bool IsSimulated(int64_t number) {
  return llvm::is_contained({SYS_futex, SYS_gettid, SYS_getrandom,
                             SYS_clock_gettime, SYS_sched_yield},
                            number);
}

}  // namespace

void MachineCodeCallback::AddMatchers(MatchFinder& finder) {
  // NOLINTNEXTLINE(google-build-using-namespace): a language of their own
  using namespace clang::ast_matchers;
  const auto spelled = [](const auto& matcher) {
    return traverse(clang::TK_IgnoreUnlessSpelledInSource, matcher);
  };
  finder.addMatcher(spelled(asmStmt().bind("asm")), this);
  finder.addMatcher(
      spelled(
          callExpr(callee(functionDecl(hasName("::syscall")))).bind("syscall")),
      this);
}

void MachineCodeCallback::run(const MatchFinder::MatchResult& result) {
  const auto& nodes = result.Nodes;
  if (const auto* assembly = nodes.getNodeAs<clang::AsmStmt>("asm"))
    OnStatement(*assembly);
  else if (const auto* call = nodes.getNodeAs<clang::CallExpr>("syscall"))
    OnSystemCall(*call);
}

void MachineCodeCallback::OnFileScope(const clang::FileScopeAsmDecl& assembly) {
  if (MayDoSomething(AsmText(assembly)))
    reducer_.AddNote(assembly.getAsmLoc(), kAssemblyId, kAssemblyMessage);
}

void MachineCodeCallback::OnStatement(const clang::AsmStmt& assembly) {
  // Not what a macro of a test framework does to stop in a debugger.
  const clang::SourceManager& sources = context_.getSourceManager();
  const clang::SourceLocation place = assembly.getAsmLoc();
  if (MayDoSomething(assembly.generateAsmString(context_)) &&
      reducer_.IsInScope(sources.getFileID(sources.getSpellingLoc(place)))) {
    reducer_.AddNote(place, kAssemblyId, kAssemblyMessage);
  }
}

void MachineCodeCallback::OnSystemCall(const clang::CallExpr& call) {
  clang::Expr::EvalResult number;
  if (call.getNumArgs() == 0 || call.getArg(0)->isValueDependent()) return;
  const bool is_known = call.getArg(0)->EvaluateAsInt(number, context_);
  if (is_known && IsSimulated(number.Val.getInt().getExtValue())) return;
  reducer_.AddNote(call.getBeginLoc(), "raw-syscall",
                   is_known
                       ? "system call " +
                             std::to_string(number.Val.getInt().getExtValue()) +
                             " goes to the system as it is"
                       : "a system call of a number that is not constant");
}

}  // namespace detsim::rewriter
