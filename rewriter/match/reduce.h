// Turns references into edits. Every way to name something (a type, a call, a
// using-declaration, a template argument, ...) is brought to one shape,
// Reference, and Reducer::Add is the one place that decides what happens.
//
// One Reducer serves one translation unit, while its ASTContext lives.
#ifndef DETSIM_REWRITER_MATCH_REDUCE_H_
#define DETSIM_REWRITER_MATCH_REDUCE_H_

#include <map>
#include <string>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "rewriter/scope.h"
#include "rewriter/symbols.h"
#include "rewriter/unit.h"

namespace detsim::rewriter {

// `qualifier::name` in the source and the declaration that it names.
struct Reference {
  clang::SourceLocation name;
  clang::SourceLocation qualifier_begin;  // invalid when there is none
  const clang::NamedDecl* declaration = nullptr;
};

// The name with its namespaces but without inline ones (std::chrono::_V2,
// std::__cxx11); empty for members and local declarations.
std::string QualifiedName(const clang::NamedDecl& declaration);

class Reducer {
 public:
  Reducer(clang::ASTContext& context, const Scope& scope,
          const std::string& directory)
      : source_manager_(context.getSourceManager()),
        language_(context.getLangOpts()),
        scope_(scope),
        directory_(directory) {}

  // Records an edit, a note, a vote against an edit, or nothing.
  void Add(const Reference& reference);

  // Puts the name of a called function into parentheses, which keeps
  // argument-dependent lookup from finding what `declaration` is mapped from.
  void AddParentheses(clang::SourceLocation name,
                      const clang::NamedDecl& declaration);

  // The same for a call of an atomic builtin at `name`.
  void AddBuiltin(clang::SourceLocation name);

  // The same for an `_Atomic` object of C that an operator is applied to.
  // `operation` is the shims' name for what the operator does.
  void AddAtomicObject(clang::SourceRange object, const char* operation);

  // Reports `message` at the place where `location` was expanded.
  void AddNote(clang::SourceLocation location, std::string id,
               std::string message);

  Note NoteAt(clang::SourceLocation location, std::string id,
              std::string message);

  // Whether the declaration's text is in scope, as expanded or as spelled.
  bool IsInScope(const clang::Decl& declaration);
  bool IsInScope(clang::FileID file) { return FileOf(file).in_scope; }

  // Absolute and normalized; empty for what is no file.
  const std::string& NameOf(clang::FileID file) { return FileOf(file).name; }
  std::string Absolute(const std::string& path) const {
    return AbsolutePath(path, directory_);
  }

  // The row of a declaration that belongs to std or the C library (and not to
  // a namesake of the user's), or null.
  const Symbol* SymbolOf(const clang::NamedDecl& declaration);
  const UncontrolledSymbol* UncontrolledOf(const clang::NamedDecl& declaration);

  // Moves everything to `result`.
  void Finish(UnitResult& result);

 private:
  struct File {
    bool in_scope = false;
    std::string name;
    FileEdits* edits = nullptr;
  };
  // What a declaration means to us, looked up once.
  struct Meaning {
    const Symbol* symbol = nullptr;
    const UncontrolledSymbol* uncontrolled = nullptr;
    // May be the C library's, but no header of the system has declared it.
    bool by_hand = false;
  };

  const File& FileOf(clang::FileID file);
  FileEdits* EditsOf(clang::FileID file, const std::string& name);
  const Meaning& MeaningOf(const clang::NamedDecl& declaration);
  void VoteAgainst(const Reference& reference);
  // The location in one buffer where the qualified name begins; invalid, after
  // a note, when qualifier and name are spelled in different buffers.
  clang::SourceLocation BeginOf(const Reference& reference,
                                const std::string& name);
  // Edits the name at `name`, or that of a macro it comes from, whichever is in
  // scope first and has a row as a macro. False if none has.
  bool AddMacro(clang::SourceLocation name);
  // `expected`: what must stand at `name`.
  void AddEdit(clang::SourceLocation begin, clang::SourceLocation name,
               const Reference& reference, llvm::StringRef expected,
               const Symbol& symbol);
  llvm::StringRef TokenAt(clang::SourceLocation spelling) const;
  std::string SpelledAt(clang::SourceLocation spelling) const;

  clang::SourceManager& source_manager_;
  const clang::LangOptions& language_;
  const Scope& scope_;
  std::string directory_;
  std::map<clang::FileID, File> files_;
  std::map<unsigned, FileEdits> edits_;  // by FileEntry's unique number
  std::map<const clang::NamedDecl*, Meaning> meanings_;
  std::set<Note> notes_;
};

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_REDUCE_H_
