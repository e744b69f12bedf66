#include "rewriter/match/reduce.h"

#include <algorithm>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "rewriter/match/source_text.h"

namespace detsim::rewriter {
namespace {

using clang::SourceLocation;

// `__sync_fetch_and_add` and what the compiler resolves it to by size,
// `__atomic_thread_fence`, calls of others that a template argument decides.
bool IsAtomicBuiltin(const clang::NamedDecl& declaration) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  if (function == nullptr || function->getBuiltinID() == 0) return false;
  const llvm::StringRef name = declaration.getName();
  return name.starts_with("__sync_") || name.starts_with("__atomic_") ||
         name.starts_with("__c11_atomic_");
}

// What pthread_cleanup_push and _pop expand to in C.
bool IsPartOfCleanup(const clang::NamedDecl& declaration) {
  const llvm::StringRef name = declaration.getName();
  return name == "__pthread_register_cancel" ||
         name == "__pthread_unregister_cancel";
}

// Questions about a type, and initialisation: no operations on an object.
bool IsNoOperation(llvm::StringRef builtin) {
  return builtin.ends_with("_lock_free") || builtin.ends_with("atomic_init");
}

}  // namespace

std::string QualifiedName(const clang::NamedDecl& declaration) {
  if (declaration.getIdentifier() == nullptr) return "";
  std::string name = declaration.getName().str();
  for (const clang::DeclContext* context = declaration.getDeclContext();
       context != nullptr && !context->isTranslationUnit();
       context = context->getParent()) {
    if (llvm::isa<clang::LinkageSpecDecl>(context)) continue;
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
    if (space == nullptr || space->isAnonymousNamespace()) return "";
    if (!space->isInline()) name.insert(0, space->getName().str() + "::");
  }
  return name;
}

FileEdits* Reducer::EditsOf(clang::FileID file, const std::string& name) {
  auto entry = source_manager_.getFileEntryRefForID(file);
  FileEdits& edits = edits_[entry->getUID()];
  if (edits.names.empty())
    edits.content = source_manager_.getBufferData(file).str();
  if (std::ranges::find(edits.names, name) == edits.names.end())
    edits.names.push_back(name);
  return &edits;
}

const Reducer::File& Reducer::FileOf(clang::FileID file) {
  auto found = files_.find(file);
  if (found != files_.end()) return found->second;
  File result;
  if (auto entry = source_manager_.getFileEntryRefForID(file)) {
    result.name = AbsolutePath(std::string_view(entry->getName()), directory_);
    // What comes from a compiled module cannot be changed here.
    result.in_scope =
        !source_manager_.isLoadedFileID(file) && scope_.Contains(result.name);
    if (result.in_scope) result.edits = EditsOf(file, result.name);
  }
  return files_[file] = result;
}

bool Reducer::IsInScope(const clang::Decl& declaration) {
  // A template without the word (`void F(auto x)`) may have no beginning.
  const SourceLocation begin = declaration.getBeginLoc().isValid()
                                   ? declaration.getBeginLoc()
                                   : declaration.getLocation();
  return IsInScope(source_manager_.getFileID(
             source_manager_.getExpansionLoc(begin))) ||
         IsInScope(
             source_manager_.getFileID(source_manager_.getSpellingLoc(begin)));
}

const Reducer::Meaning& Reducer::MeaningOf(
    const clang::NamedDecl& declaration) {
  auto found = meanings_.find(&declaration);
  if (found != meanings_.end()) return found->second;
  Meaning meaning;
  if (declaration.getIdentifier() != nullptr &&
      IsSymbolLastName(std::string_view(declaration.getName()))) {
    const std::string name = QualifiedName(declaration);
    meaning.symbol = FindSymbol(name);
    if (meaning.symbol != nullptr && meaning.symbol->kind == SymbolKind::kMacro)
      meaning.symbol = nullptr;  // no declaration stands for these
    meaning.uncontrolled = FindUncontrolledSymbol(name);
    // A global name must have C linkage to be the C library's. And some
    // declaration must come from outside: LLVM 22 may answer with the user's
    // own forward declaration, so each one is looked at.
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    const bool fits = name.starts_with("std::") ||
                      (function != nullptr && function->isExternC());
    const bool outside = std::ranges::any_of(
        declaration.redecls(), [this](const clang::Decl* redeclaration) {
          return !IsInScope(source_manager_.getFileID(
              source_manager_.getExpansionLoc(redeclaration->getLocation())));
        });
    // Declared by hand in place of an include, perhaps: a function of the
    // project's that is defined in another unit looks the same.
    const bool by_hand = meaning.symbol != nullptr && function != nullptr &&
                         fits && !outside && !name.starts_with("std::") &&
                         function->getDefinition() == nullptr;
    if (!fits || !outside) meaning = {.by_hand = by_hand};
  }
  return meanings_[&declaration] = meaning;
}

const Symbol* Reducer::SymbolOf(const clang::NamedDecl& declaration) {
  return MeaningOf(declaration).symbol;
}

const UncontrolledSymbol* Reducer::UncontrolledOf(
    const clang::NamedDecl& declaration) {
  return MeaningOf(declaration).uncontrolled;
}

Note Reducer::NoteAt(SourceLocation location, std::string id,
                     std::string message) {
  const SourceLocation place = source_manager_.getExpansionLoc(location);
  return {.file = NameOf(source_manager_.getFileID(place)),
          .line = source_manager_.getExpansionLineNumber(place),
          .column = source_manager_.getExpansionColumnNumber(place),
          .id = std::move(id),
          .message = std::move(message)};
}

void Reducer::AddNote(SourceLocation location, std::string id,
                      std::string message) {
  notes_.insert(NoteAt(location, std::move(id), std::move(message)));
}

void Reducer::VoteAgainst(const Reference& reference) {
  // Only a name that could be taken for a symbol's is worth a vote.
  if (!IsSymbolLastName(std::string_view(reference.declaration->getName())))
    return;
  const SourceLocation name = source_manager_.getSpellingLoc(reference.name);
  const File& file = FileOf(source_manager_.getFileID(name));
  if (file.in_scope)
    file.edits->votes_against.insert(source_manager_.getFileOffset(name));
}

SourceLocation Reducer::BeginOf(const Reference& reference,
                                const std::string& name) {
  const SourceLocation qualifier = reference.qualifier_begin;
  if (qualifier.isInvalid()) return reference.name;
  // The qualifier may itself be a macro (`#define NS std`) used where the
  // name is spelled: climb to the buffer of the name. Not from an argument of
  // the macro whose body the name is in: it has others in other places.
  const clang::FileID name_file = source_manager_.getFileID(reference.name);
  SourceLocation place = qualifier;
  while (source_manager_.getFileID(place) != name_file && place.isMacroID()) {
    const SourceLocation outer =
        source_manager_.getImmediateExpansionRange(place).getBegin();
    const bool is_split =
        source_manager_.isMacroArgExpansion(place)
            ? source_manager_.getFileID(outer) == name_file
            : !source_manager_.isAtStartOfImmediateMacroExpansion(place);
    if (is_split) break;
    place = outer;
  }
  if (source_manager_.getFileID(place) == name_file) return place;
  AddNote(reference.name, "split-name",
          "the parts of '" + name +
              "' are spelled in different macros; left as it is");
  return {};
}

void Reducer::Add(const Reference& reference) {
  const clang::NamedDecl* declaration = reference.declaration;
  if (reference.name.isInvalid() || declaration == nullptr ||
      declaration->getIdentifier() == nullptr) {
    return;
  }
  if (IsAtomicBuiltin(*declaration)) return AddBuiltin(reference.name);
  if (IsPartOfCleanup(*declaration)) {
    AddMacro(reference.name);
    return;
  }
  const Meaning& meaning = MeaningOf(*declaration);
  if (meaning.by_hand) {
    AddNote(reference.name, "own-declaration",
            "'" + declaration->getName().str() +
                "' is declared by the program, not by a header of the system; "
                "left as it is");
  }
  const std::string name = meaning.symbol != nullptr
                               ? std::string(meaning.symbol->name)
                           : meaning.uncontrolled != nullptr
                               ? std::string(meaning.uncontrolled->name)
                               : "";
  if (name.empty()) return VoteAgainst(reference);
  const SourceLocation spelling =
      source_manager_.getSpellingLoc(reference.name);
  if (meaning.uncontrolled != nullptr) {
    AddNote(reference.name, std::string(meaning.uncontrolled->id),
            "'" + name + "' has no deterministic counterpart; left as it is");
    return;
  }
  if (reference.name.isMacroID() &&
      source_manager_.isWrittenInScratchSpace(spelling)) {
    AddNote(reference.name, "pasted-name",
            "'" + name + "' is made by pasting tokens; left as it is");
    return;
  }
  const SourceLocation begin = BeginOf(reference, name);
  if (begin.isInvalid()) return;
  AddEdit(source_manager_.getSpellingLoc(begin), spelling, reference,
          declaration->getName(), *meaning.symbol);
}

llvm::StringRef Reducer::TokenAt(SourceLocation spelling) const {
  return source_manager_.getBufferData(source_manager_.getFileID(spelling))
      .substr(source_manager_.getFileOffset(spelling),
              clang::Lexer::MeasureTokenLength(spelling, source_manager_,
                                               language_));
}

std::string Reducer::SpelledAt(SourceLocation spelling) const {
  // With line breaks inside the token, and trigraphs, taken out.
  llvm::SmallString<32> buffer;
  bool is_invalid = false;
  const llvm::StringRef token = clang::Lexer::getSpelling(
      spelling, buffer, source_manager_, language_, &is_invalid);
  return is_invalid ? "" : token.str();
}

void Reducer::AddBuiltin(SourceLocation name) {
  if (name.isInvalid()) return;
  const llvm::StringRef builtin = TokenAt(source_manager_.getSpellingLoc(name));
  if (IsNoOperation(builtin) || AddMacro(name)) return;
  AddNote(name, "atomic-builtin",
          "'" + builtin.str() + "' counts as a plain memory access");
}

void Reducer::AddAtomicObject(clang::SourceRange object,
                              const char* operation) {
  const SourceLocation begin = object.getBegin();
  const SourceLocation last = object.getEnd();
  const clang::FileID file_id = source_manager_.getFileID(begin);
  const unsigned line = source_manager_.getSpellingLineNumber(begin);
  const bool in_one_line = begin.isFileID() && last.isFileID() &&
                           source_manager_.getFileID(last) == file_id &&
                           source_manager_.getSpellingLineNumber(last) == line;
  if (!in_one_line) {
    AddNote(begin, "atomic-operator",
            "an operator on an _Atomic object, in a macro or over several "
            "lines, counts as a plain memory access");
    return;
  }
  const File& file = FileOf(file_id);
  if (!file.in_scope) return;
  const size_t offset = source_manager_.getFileOffset(begin);
  const size_t end =
      source_manager_.getFileOffset(last) +
      clang::Lexer::MeasureTokenLength(last, source_manager_, language_);
  const llvm::StringRef text =
      source_manager_.getBufferData(file_id).slice(offset, end);
  const Edit edit = {.offset = offset,
                     .length = end - offset,
                     .text = std::string("detsim_atomic_object(") + operation +
                             ", " + text.str() + ")",
                     .symbol = "_Atomic",
                     .header = "detsim/posix/atomic_builtins.h",
                     .line = line,
                     .column = source_manager_.getSpellingColumnNumber(begin)};
  auto [place, is_new] = file.edits->edits.emplace(offset, edit);
  if (!is_new && place->second != edit) {
    AddNote(begin, "atomic-operator",
            "an operator on an _Atomic object that is reached through another "
            "one counts as a plain memory access");
  }
}

void Reducer::AddParentheses(SourceLocation name,
                             const clang::NamedDecl& declaration) {
  const Symbol* symbol = SymbolOf(declaration);
  if (symbol == nullptr || name.isMacroID()) return;
  const File& file = FileOf(source_manager_.getFileID(name));
  if (!file.in_scope) return;
  const llvm::StringRef token = TokenAt(name);
  const size_t offset = source_manager_.getFileOffset(name);
  file.edits->edits.emplace(
      offset, Edit{.offset = offset,
                   .length = token.size(),
                   .text = "(" + token.str() + ")",
                   .symbol = std::string(symbol->name),
                   .header = std::string(symbol->header),
                   .line = source_manager_.getSpellingLineNumber(name),
                   .column = source_manager_.getSpellingColumnNumber(name)});
}

bool Reducer::AddMacro(SourceLocation name) {
  for (SourceLocation place : ExpansionChain(name, source_manager_)) {
    const SourceLocation spelling = source_manager_.getSpellingLoc(place);
    if (!IsInScope(source_manager_.getFileID(spelling))) continue;
    const llvm::StringRef token = TokenAt(spelling);
    const Symbol* symbol = FindSymbol(std::string_view(token));
    if (symbol == nullptr || symbol->kind != SymbolKind::kMacro) continue;
    AddEdit(spelling, spelling, {.name = place}, token, *symbol);
    return true;
  }
  return false;
}

void Reducer::AddEdit(SourceLocation begin, SourceLocation name,
                      const Reference& reference, llvm::StringRef expected,
                      const Symbol& symbol) {
  const clang::FileID file_id = source_manager_.getFileID(name);
  const File& file = FileOf(file_id);
  if (!file.in_scope) {
    const bool from_macro =
        reference.name.isMacroID() &&
        IsInScope(source_manager_.getFileID(
            source_manager_.getExpansionLoc(reference.name)));
    if (from_macro) {
      AddNote(reference.name, "macro-out-of-scope",
              "'" + std::string(symbol.name) +
                  "' comes from a macro outside the scope (" + file.name + ")");
    }
    return;
  }
  if (source_manager_.getFileID(begin) != file_id) {
    AddNote(reference.name, "split-name",
            "the parts of '" + std::string(symbol.name) +
                "' are spelled in different places; left as it is");
    return;
  }
  const llvm::StringRef text = source_manager_.getBufferData(file_id);
  const size_t name_offset = source_manager_.getFileOffset(name);
  const size_t offset = source_manager_.getFileOffset(begin);
  const size_t end = name_offset + clang::Lexer::MeasureTokenLength(
                                       name, source_manager_, language_);
  // Synthesized types (inheriting constructors) carry another token's
  // location: what stands there must be the name itself.
  if (SpelledAt(name) != expected) return;
  if (end <= offset || FollowsTilde(text, offset)) return;
  if (symbol.kind == SymbolKind::kType && offset == name_offset &&
      FollowsColons(text, offset))
    return;
  const Edit edit = {.offset = offset,
                     .length = end - offset,
                     .text = (FollowsWord(text, offset) ? " " : "") +
                             std::string(symbol.replacement),
                     .symbol = std::string(symbol.name),
                     .header = std::string(symbol.header),
                     .line = source_manager_.getSpellingLineNumber(begin),
                     .column = source_manager_.getSpellingColumnNumber(begin)};
  auto [place, is_new] = file.edits->edits.emplace(offset, edit);
  // The same text means two symbols in two expansions: a vote against both.
  if (!is_new && place->second != edit)
    file.edits->votes_against.insert(name_offset);
}

void Reducer::Finish(UnitResult& result) {
  for (auto& [number, file] : edits_) result.files.push_back(std::move(file));
  std::ranges::sort(result.files, {}, &FileEdits::path);
  result.notes.merge(notes_);
}

}  // namespace detsim::rewriter
