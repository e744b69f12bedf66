#include "rewriter/match/references.h"

#include <set>
#include <string>
#include <vector>

#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/Module.h"
#include "rewriter/match/atomic_operators.h"
#include "rewriter/match/clang_compat.h"
#include "rewriter/match/machine_code.h"

namespace detsim::rewriter {
namespace {

using clang::NamedDecl;
using clang::SourceLocation;
using clang::ast_matchers::MatchFinder;

// What kinds of nodes name something, and how each gives up its Reference.
// The matchers select by kind only; whether a name is in the table is decided
// in one place, the Reducer.
class ReferenceCallback : public MatchFinder::MatchCallback {
 public:
  ReferenceCallback(clang::ASTContext& context, Reducer& reducer)
      : context_(context),
        reducer_(reducer),
        qualifiers_(context.getSourceManager()) {}

  void AddMatchers(MatchFinder& finder);
  void run(const MatchFinder::MatchResult& result) override;
  // What only instantiations say. REQUIRES: everything is matched.
  void AddFoundByArguments();

 private:
  void OnType(clang::TypeLoc type);
  void OnTemplateName(SourceLocation name, clang::TypeLoc type,
                      clang::TemplateName found);
  void OnTemplateArgument(const clang::TemplateArgumentLoc& argument);
  void OnCall(const clang::DeclRefExpr& expression);
  void OnOverloads(const clang::UnresolvedLookupExpr& expression);
  // What an unqualified name has come to mean, perhaps in an instantiation.
  void OnFunctionFound(const clang::DeclRefExpr& expression);
  void OnAtomicBuiltin(const clang::AtomicExpr& expression);
  void OnUsing(const clang::UsingDecl& declaration);
  // Whether a using-declaration in scope has put the name into the namespace
  // that `declaration` takes it from: it is rewritten, and this one follows.
  bool FollowsAnother(const clang::UsingDecl& declaration);
  void OnSpecialization(
      const clang::ClassTemplateSpecializationDecl& declaration);
  void OnDeclarationInStd(const NamedDecl& declaration);
  // Everything that `type` names: for what the framework does not descend to.
  void WalkType(const clang::TypeSourceInfo* type);

  // The declaration behind a using-declaration. Null for a qualified name when
  // that using is in scope: it is rewritten, and its uses follow. Uses without
  // a qualifier are rewritten as well, since they would find both std's and
  // ours where a using-directive for std is there too. Functions of C have
  // other names with us: the using-declaration stays, and each use is edited.
  const NamedDecl* Behind(const NamedDecl* found, SourceLocation qualifier);
  bool IsCFunction(const NamedDecl& declaration);

  // Whether `function`, called by a name without qualifier, is looked for in
  // the shims' namespace too, because of the type of an argument.
  bool IsFoundAmongShims(const clang::FunctionDecl& function);

  clang::ASTContext& context_;
  Reducer& reducer_;
  TypeQualifiers qualifiers_;
  // Names in templates that arguments alone may give one of our meanings, and
  // the functions that unqualified names have meant anywhere.
  std::set<SourceLocation> open_names_;
  std::vector<Reference> found_functions_;
};

void ReferenceCallback::AddMatchers(MatchFinder& finder) {
  // NOLINTNEXTLINE(google-build-using-namespace): a language of their own
  using namespace clang::ast_matchers;
  // As written, never inside instantiations or implicit code.
  const auto spelled = [](const auto& matcher) {
    return traverse(clang::TK_IgnoreUnlessSpelledInSource, matcher);
  };
  finder.addMatcher(spelled(nestedNameSpecifierLoc().bind("specifier")), this);
  finder.addMatcher(spelled(typeLoc().bind("type")), this);
  finder.addMatcher(spelled(templateArgumentLoc().bind("argument")), this);
  finder.addMatcher(spelled(declRefExpr().bind("call")), this);
  finder.addMatcher(spelled(unresolvedLookupExpr().bind("overloads")), this);
  finder.addMatcher(
      traverse(clang::TK_AsIs, declRefExpr(to(functionDecl())).bind("found")),
      this);
  finder.addMatcher(spelled(atomicExpr().bind("builtin")), this);
  finder.addMatcher(spelled(cxxForRangeStmt().bind("loop")), this);
  finder.addMatcher(spelled(usingDecl().bind("using")), this);
  finder.addMatcher(
      spelled(classTemplateSpecializationDecl().bind("specialization")), this);
  finder.addMatcher(
      spelled(namedDecl(anyOf(cxxRecordDecl(), classTemplateDecl()),
                        isInStdNamespace())
                  .bind("in std")),
      this);
}

void ReferenceCallback::run(const MatchFinder::MatchResult& result) {
  const auto& nodes = result.Nodes;
  if (const auto* specifier =
          nodes.getNodeAs<clang::NestedNameSpecifierLoc>("specifier")) {
    qualifiers_.Remember(*specifier);
  } else if (const auto* type = nodes.getNodeAs<clang::TypeLoc>("type")) {
    OnType(*type);
  } else if (const auto* argument =
                 nodes.getNodeAs<clang::TemplateArgumentLoc>("argument")) {
    OnTemplateArgument(*argument);
  } else if (const auto* call = nodes.getNodeAs<clang::DeclRefExpr>("call")) {
    OnCall(*call);
  } else if (const auto* overloads =
                 nodes.getNodeAs<clang::UnresolvedLookupExpr>("overloads")) {
    OnOverloads(*overloads);
  } else if (const auto* found = nodes.getNodeAs<clang::DeclRefExpr>("found")) {
    OnFunctionFound(*found);
  } else if (const auto* builtin =
                 nodes.getNodeAs<clang::AtomicExpr>("builtin")) {
    OnAtomicBuiltin(*builtin);
  } else if (const auto* loop =
                 nodes.getNodeAs<clang::CXXForRangeStmt>("loop")) {
    // The loop variable is matched, but nothing under it.
    WalkType(loop->getLoopVariable()->getTypeSourceInfo());
  } else if (const auto* use = nodes.getNodeAs<clang::UsingDecl>("using")) {
    OnUsing(*use);
  } else if (const auto* specialization =
                 nodes.getNodeAs<clang::ClassTemplateSpecializationDecl>(
                     "specialization")) {
    OnSpecialization(*specialization);
  } else if (const auto* in_std = nodes.getNodeAs<NamedDecl>("in std")) {
    OnDeclarationInStd(*in_std);
  }
}

const NamedDecl* ReferenceCallback::Behind(const NamedDecl* found,
                                           SourceLocation qualifier) {
  const auto* shadow = llvm::dyn_cast_or_null<clang::UsingShadowDecl>(found);
  if (shadow == nullptr) return found;
  const NamedDecl* target = shadow->getTargetDecl();
  if (qualifier.isValid() && reducer_.IsInScope(*shadow) &&
      !IsCFunction(*target)) {
    return nullptr;
  }
  return target;
}

bool ReferenceCallback::IsCFunction(const NamedDecl& declaration) {
  const Symbol* symbol = reducer_.SymbolOf(declaration);
  return symbol != nullptr && symbol->kind == SymbolKind::kCFunction;
}

void ReferenceCallback::OnType(clang::TypeLoc type) {
  // Visitors step from `const T` straight to what T is made of.
  if (auto qualified = type.getAs<clang::QualifiedTypeLoc>())
    type = qualified.getUnqualifiedLoc();
  qualifiers_.Remember(type);
  if (auto tag = type.getAs<clang::TagTypeLoc>()) {
    // A template's name without arguments, in a class derived from it: ours
    // is called the same there.
    if (llvm::isa<clang::ClassTemplateSpecializationDecl>(tag.getDecl()))
      return;
    reducer_.Add({tag.getNameLoc(), qualifiers_.Of(tag), tag.getDecl()});
  } else if (auto alias = type.getAs<clang::TypedefTypeLoc>()) {
    reducer_.Add({alias.getNameLoc(), qualifiers_.Of(alias), TypedefOf(alias)});
  } else if (auto use = type.getAs<clang::UsingTypeLoc>()) {
    const SourceLocation qualifier = qualifiers_.Of(use);
    reducer_.Add(
        {use.getNameLoc(), qualifier, Behind(ShadowOf(use), qualifier)});
  } else if (auto instance =
                 type.getAs<clang::TemplateSpecializationTypeLoc>()) {
    OnTemplateName(instance.getTemplateNameLoc(), instance,
                   instance.getTypePtr()->getTemplateName());
  } else if (auto deduced =
                 type.getAs<clang::DeducedTemplateSpecializationTypeLoc>()) {
    OnTemplateName(deduced.getTemplateNameLoc(), deduced,
                   deduced.getTypePtr()->getTemplateName());
  }
}

void ReferenceCallback::OnTemplateName(SourceLocation name, clang::TypeLoc type,
                                       clang::TemplateName found) {
  const SourceLocation qualifier = qualifiers_.Of(type);
  const NamedDecl* declaration = found.getAsTemplateDecl();
  if (const auto* shadow = found.getAsUsingShadowDecl())
    declaration = Behind(shadow, qualifier);
  reducer_.Add({name, qualifier, declaration});
}

void ReferenceCallback::OnTemplateArgument(
    const clang::TemplateArgumentLoc& argument) {
  const auto kind = argument.getArgument().getKind();
  if (kind != clang::TemplateArgument::Template &&
      kind != clang::TemplateArgument::TemplateExpansion) {
    return;  // types and expressions inside are nodes of their own
  }
  const clang::TemplateName name =
      argument.getArgument().getAsTemplateOrTemplatePattern();
  const SourceLocation qualifier = Begin(argument.getTemplateQualifierLoc());
  const NamedDecl* declaration = name.getAsTemplateDecl();
  if (const auto* shadow = name.getAsUsingShadowDecl())
    declaration = Behind(shadow, qualifier);
  reducer_.Add({argument.getTemplateNameLoc(), qualifier, declaration});
}

void ReferenceCallback::OnCall(const clang::DeclRefExpr& expression) {
  const SourceLocation qualifier = Begin(expression.getQualifierLoc());
  reducer_.Add({expression.getLocation(), qualifier,
                Behind(expression.getFoundDecl(), qualifier)});
}

void ReferenceCallback::OnOverloads(
    const clang::UnresolvedLookupExpr& expression) {
  // In a template: the set of candidates. One of ours is enough, since a name
  // found by plain lookup belongs to one namespace. Where a using-declaration
  // in scope adds it to the user's own, it is that one which is rewritten.
  const SourceLocation qualifier = Begin(expression.getQualifierLoc());
  const NamedDecl* ours = nullptr;
  bool is_used_here = false;
  bool are_all_ours = true;
  for (const NamedDecl* candidate : expression.decls()) {
    const auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(candidate);
    if (shadow != nullptr && reducer_.IsInScope(*shadow)) is_used_here = true;
    const NamedDecl* declaration = Behind(candidate, qualifier);
    if (declaration == nullptr) return;
    if (reducer_.SymbolOf(*declaration) != nullptr ||
        reducer_.UncontrolledOf(*declaration) != nullptr) {
      if (ours == nullptr) ours = declaration;
    } else {
      are_all_ours = false;
    }
  }
  if (ours == nullptr) {
    if (expression.requiresADL()) open_names_.insert(expression.getNameLoc());
    return;
  }
  if (is_used_here && !are_all_ours) {
    // An argument of std (a memory order) would bring std's to ours.
    if (expression.requiresADL() && !expression.hasExplicitTemplateArgs())
      reducer_.AddParentheses(expression.getNameLoc(), *ours);
    return;
  }
  reducer_.Add({expression.getNameLoc(), qualifier, ours});
}

void ReferenceCallback::OnFunctionFound(const clang::DeclRefExpr& expression) {
  const NamedDecl* function = expression.getDecl();
  if (expression.hasQualifier() || function->getIdentifier() == nullptr ||
      !IsSymbolLastName(std::string_view(function->getName()))) {
    return;
  }
  found_functions_.push_back(
      {.name = expression.getLocation(), .declaration = function});
}

bool ReferenceCallback::IsFoundAmongShims(const clang::FunctionDecl& function) {
  return llvm::any_of(
      function.parameters(), [&](const clang::ParmVarDecl* parameter) {
        clang::QualType type = parameter->getType().getNonReferenceType();
        if (type->isPointerType()) type = type->getPointeeType();
        const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
        return record != nullptr && reducer_.SymbolOf(*record) != nullptr;
      });
}

void ReferenceCallback::AddFoundByArguments() {
  // A memory order or a launch policy stays std's, and leads to std's function.
  // Where one text has come to mean others too, the Reducer says so.
  for (const Reference& found : found_functions_) {
    if (open_names_.contains(found.name) &&
        !IsFoundAmongShims(*llvm::cast<clang::FunctionDecl>(found.declaration)))
      reducer_.Add(found);
  }
}

void ReferenceCallback::OnAtomicBuiltin(const clang::AtomicExpr& expression) {
  reducer_.AddBuiltin(expression.getBuiltinLoc());
}

bool ReferenceCallback::FollowsAnother(const clang::UsingDecl& declaration) {
  const clang::NamespaceDecl* space =
      NamespaceOf(declaration.getQualifierLoc());
  if (space == nullptr) return false;
  for (const NamedDecl* member : space->lookup(declaration.getDeclName())) {
    const auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(member);
    if (shadow != nullptr && reducer_.IsInScope(*shadow)) return true;
  }
  return false;
}

void ReferenceCallback::OnUsing(const clang::UsingDecl& declaration) {
  if (FollowsAnother(declaration)) return;
  for (const clang::UsingShadowDecl* shadow : declaration.shadows()) {
    const NamedDecl* target = shadow->getTargetDecl();
    if (IsCFunction(*target)) return;
    if (reducer_.SymbolOf(*target) == nullptr &&
        reducer_.UncontrolledOf(*target) == nullptr) {
      continue;
    }
    reducer_.Add({declaration.getNameInfo().getLoc(),
                  Begin(declaration.getQualifierLoc()), target});
    return;
  }
}

void ReferenceCallback::OnSpecialization(
    const clang::ClassTemplateSpecializationDecl& declaration) {
  if (!declaration.isExplicitInstantiationOrSpecialization()) return;
  // The framework counts the children of an explicit instantiation as not
  // spelled in source, though its arguments are.
  if (const auto* arguments = declaration.getTemplateArgsAsWritten()) {
    for (const clang::TemplateArgumentLoc& argument : arguments->arguments()) {
      OnTemplateArgument(argument);
      if (argument.getArgument().getKind() == clang::TemplateArgument::Type)
        WalkType(argument.getTypeSourceInfo());
    }
  }
  const NamedDecl& pattern = *declaration.getSpecializedTemplate();
  if (reducer_.SymbolOf(pattern) == nullptr) return;
  const auto* space =
      llvm::dyn_cast<clang::NamespaceDecl>(declaration.getLexicalDeclContext());
  if (space != nullptr && space->isStdNamespace()) {
    reducer_.AddNote(declaration.getLocation(), "std-specialization",
                     "a specialization of '" + QualifiedName(pattern) +
                         "' inside namespace std; left as it is");
    return;
  }
  reducer_.Add({declaration.getLocation(), Begin(declaration.getQualifierLoc()),
                &pattern});
}

void ReferenceCallback::WalkType(const clang::TypeSourceInfo* type) {
  // NOLINTNEXTLINE(google-build-using-namespace): a language of their own
  using namespace clang::ast_matchers;
  if (type == nullptr) return;
  const clang::TypeLoc whole = type->getTypeLoc();
  for (const BoundNodes& found :
       match(findAll(typeLoc().bind("type")), whole, context_)) {
    OnType(*found.getNodeAs<clang::TypeLoc>("type"));
  }
}

void ReferenceCallback::OnDeclarationInStd(const NamedDecl& declaration) {
  if (reducer_.SymbolOf(declaration) == nullptr ||
      !reducer_.IsInScope(declaration)) {
    return;
  }
  if (llvm::isa<clang::ClassTemplateSpecializationDecl>(declaration)) return;
  reducer_.AddNote(declaration.getLocation(), "std-declaration",
                   "a declaration of '" + QualifiedName(declaration) +
                       "' in namespace std; left as it is");
}

}  // namespace

bool MatchReferences(clang::ASTContext& context, Reducer& reducer) {
  if (context.getCurrentNamedModule() != nullptr) {
    const clang::SourceManager& sources = context.getSourceManager();
    reducer.AddNote(sources.getLocForStartOfFile(sources.getMainFileID()),
                    "module",
                    "a unit of a C++20 module cannot be rewritten; compiled as "
                    "it is");
    return false;
  }
  MachineCodeCallback machine_code(context, reducer);
  std::vector<clang::Decl*> in_scope;
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    if (!reducer.IsInScope(*declaration)) continue;
    in_scope.push_back(declaration);
    if (const auto* assembly =
            llvm::dyn_cast<clang::FileScopeAsmDecl>(declaration)) {
      machine_code.OnFileScope(*assembly);
    } else if (const auto* import =
                   llvm::dyn_cast<clang::ImportDecl>(declaration);
               import != nullptr && !import->isImplicit()) {
      reducer.AddNote(import->getLocation(), "module",
                      "what module '" +
                          import->getImportedModule()->getFullModuleName() +
                          "' exports is as it was compiled there");
    }
  }
  context.setTraversalScope(in_scope);
  MatchFinder finder;
  ReferenceCallback callback(context, reducer);
  callback.AddMatchers(finder);
  machine_code.AddMatchers(finder);
  AtomicOperatorCallback operators(reducer);
  // In C++ these are the functions of std::atomic, but for an extension.
  if (!context.getLangOpts().CPlusPlus) operators.AddMatchers(finder);
  finder.matchAST(context);
  callback.AddFoundByArguments();
  return true;
}

}  // namespace detsim::rewriter
