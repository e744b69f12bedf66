// The places where LLVM 19 to 22 differ, for the matcher pass. LLVM 22 is the
// primary base: there a TypeLoc carries its own qualifier, and a typedef's or
// using's type location has getDecl(). Before, an ElaboratedTypeLoc or a
// nested-name-specifier outside held the qualifier, so it is remembered when
// the outer node is met (matchers visit outer nodes first).
#ifndef DETSIM_REWRITER_MATCH_CLANG_COMPAT_H_
#define DETSIM_REWRITER_MATCH_CLANG_COMPAT_H_

#include <map>
#include <string>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/NestedNameSpecifier.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/Version.h"
#include "rewriter/match/source_text.h"

namespace detsim::rewriter {

inline clang::SourceLocation Begin(clang::NestedNameSpecifierLoc qualifier) {
  return qualifier ? qualifier.getBeginLoc() : clang::SourceLocation();
}

class TypeQualifiers {
 public:
#if CLANG_VERSION_MAJOR >= 22
  explicit TypeQualifiers(const clang::SourceManager&) {}
  void Remember(clang::TypeLoc) {}
  void Remember(clang::NestedNameSpecifierLoc) {}
  clang::SourceLocation Of(clang::TypeLoc type) const {
    return Begin(type.getPrefix());
  }
#else
  explicit TypeQualifiers(const clang::SourceManager& sources)
      : sources_(sources) {}
  void Remember(clang::TypeLoc type) {
    // The class of `int a::b::*` has lost what stood before its name.
    if (auto pointer = type.getAs<clang::MemberPointerTypeLoc>();
        pointer && pointer.getClassTInfo() != nullptr) {
      const clang::TypeLoc owner = pointer.getClassTInfo()->getTypeLoc();
      if (!owner.getAs<clang::ElaboratedTypeLoc>())
        begin_[owner.getOpaqueData()] =
            QualifierBefore(owner.getBeginLoc(), sources_);
    }
    if (auto outer = type.getAs<clang::ElaboratedTypeLoc>())
      begin_[outer.getNamedTypeLoc().getOpaqueData()] =
          Begin(outer.getQualifierLoc());
  }
  void Remember(clang::NestedNameSpecifierLoc specifier) {
    if (specifier && specifier.getTypeLoc())
      begin_[specifier.getTypeLoc().getOpaqueData()] =
          Begin(specifier.getPrefix());
  }
  clang::SourceLocation Of(clang::TypeLoc type) const {
    auto found = begin_.find(type.getOpaqueData());
    return found == begin_.end() ? clang::SourceLocation() : found->second;
  }

 private:
  const clang::SourceManager& sources_;
  std::map<const void*, clang::SourceLocation> begin_;
#endif
};

inline const clang::NamedDecl* TypedefOf(clang::TypedefTypeLoc type) {
#if CLANG_VERSION_MAJOR >= 22
  return type.getDecl();
#else
  return type.getTypedefNameDecl();
#endif
}

inline const clang::UsingShadowDecl* ShadowOf(clang::UsingTypeLoc type) {
#if CLANG_VERSION_MAJOR >= 22
  return type.getDecl();
#else
  return type.getFoundDecl();
#endif
}

// The namespace that `a::b::` names, aliases resolved; null for `::` and types.
inline const clang::NamespaceDecl* NamespaceOf(
    clang::NestedNameSpecifierLoc qualifier) {
  if (!qualifier) return nullptr;
#if CLANG_VERSION_MAJOR >= 22
  const clang::NestedNameSpecifier specifier =
      qualifier.getNestedNameSpecifier();
  if (specifier.getKind() != clang::NestedNameSpecifier::Kind::Namespace)
    return nullptr;
  const clang::NamespaceBaseDecl* space =
      specifier.getAsNamespaceAndPrefix().Namespace;
  if (const auto* alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(space))
    return alias->getNamespace();
  return llvm::cast<clang::NamespaceDecl>(space);
#else
  const clang::NestedNameSpecifier* specifier =
      qualifier.getNestedNameSpecifier();
  if (const auto* alias = specifier->getAsNamespaceAlias())
    return alias->getNamespace();
  return specifier->getAsNamespace();
#endif
}

inline std::string AsmText(const clang::FileScopeAsmDecl& assembly) {
#if CLANG_VERSION_MAJOR >= 22
  return assembly.getAsmString();
#else
  return assembly.getAsmString()->getString().str();
#endif
}

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_CLANG_COMPAT_H_
