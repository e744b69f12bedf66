#include "rewriter/match/libraries.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "rewriter/symbols.h"
#include "rewriter/test_frameworks.h"

namespace detsim::rewriter {
namespace {

namespace fs = std::filesystem;
using clang::FileID;
using clang::tok::TokenKind;

// Where the standard library, the compiler or detsim keep their headers: parts
// of what the names are mapped from and to.
bool IsOurs(const fs::path& folder) {
  static constexpr const char* kSigns[] = {"cstddef", "stddef.h",
                                           "bits/c++config.h", "detsim/abi.h"};
  std::error_code error;
  return std::ranges::any_of(kSigns, [&](const char* sign) {
    return fs::exists(folder / sign, error);
  });
}

// The first name in `text` that belongs to std or POSIX threads and is mapped;
// `offset` is where. Empty if there is none. Plain functions of C (`read`) are
// the names of too many other things.
std::string FirstMappedName(llvm::StringRef text, size_t& offset) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.begin(),
                     text.begin(), text.end());
  clang::Token token;
  std::string qualified;
  for (lexer.LexFromRawLexer(token); token.isNot(TokenKind::eof);
       lexer.LexFromRawLexer(token)) {
    if (token.is(TokenKind::coloncolon) && !qualified.empty()) {
      qualified += "::";
    } else if (token.is(TokenKind::raw_identifier)) {
      if (!qualified.ends_with("::")) qualified.clear();
      qualified += token.getRawIdentifier().str();
      const llvm::StringRef name = qualified;
      if ((name.starts_with("std::") || name.starts_with("pthread_")) &&
          FindSymbol(qualified) != nullptr) {
        offset = lexer.getBufferLocation() - text.begin() - token.getLength();
        return qualified;
      }
    } else {
      qualified.clear();
    }
  }
  return "";
}

// A library as the unit includes it.
struct Candidate {
  clang::SourceLocation include;  // The directive, in scope.
  std::string use;                // The first mapped name, and where.
  bool has_compiled_part = false;
};

class Finder {
 public:
  Finder(clang::ASTContext& context, const clang::HeaderSearch& search,
         const Scope& scope, Reducer& reducer)
      : context_(context),
        sources_(context.getSourceManager()),
        scope_(scope),
        reducer_(reducer) {
    for (const clang::DirectoryLookup& folder : search.search_dir_range()) {
      if (!folder.isNormalDir()) continue;
      folders_.push_back(reducer.Absolute(folder.getName().str()));
    }
    // The longest first: one may lie in another.
    std::ranges::sort(folders_, std::ranges::greater(), &std::string::size);
  }

  std::vector<SystemLibrary> Run();

 private:
  void AddFile(FileID file);
  // The folder below an include directory, or the header that lies in it;
  // empty for what is no library of the system.
  std::string LibraryOf(FileID file) const;
  clang::SourceLocation IncludeInScope(FileID file);
  void LookForCompiledParts(const clang::DeclContext& declarations);
  bool IsCompiledElsewhere(const clang::Decl& declaration) const;

  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  const Scope& scope_;
  Reducer& reducer_;
  std::vector<std::string> folders_;
  std::map<FileID, std::string> library_of_;
  std::map<std::string, Candidate> candidates_;
};

std::string Finder::LibraryOf(FileID file) const {
  const std::string& path = reducer_.NameOf(file);
  const bool is_system = clang::SrcMgr::isSystem(sources_.getFileCharacteristic(
                             sources_.getLocForStartOfFile(file))) ||
                         path.starts_with("/usr/");
  if (!is_system) return "";
  for (const std::string& folder : folders_) {
    if (!path.starts_with(folder + "/")) continue;
    if (IsOurs(folder) || BelongsToTestFramework(path, folder)) return "";
    const size_t end = path.find('/', folder.size() + 1);
    std::string library = path.substr(0, end);
    return scope_.IsExcluded(library) || scope_.IsExcluded(path) ? "" : library;
  }
  return "";
}

clang::SourceLocation Finder::IncludeInScope(FileID file) {
  clang::SourceLocation include = sources_.getIncludeLoc(file);
  while (include.isValid() && !reducer_.IsInScope(sources_.getFileID(include)))
    include = sources_.getIncludeLoc(sources_.getFileID(include));
  return include.isValid()
             ? include
             : sources_.getLocForStartOfFile(sources_.getMainFileID());
}

void Finder::AddFile(FileID file) {
  if (!sources_.getFileEntryRefForID(file) || reducer_.IsInScope(file)) return;
  const std::string library = LibraryOf(file);
  if (library.empty()) return;
  library_of_[file] = library;
  Candidate& candidate = candidates_[library];
  if (candidate.include.isInvalid()) candidate.include = IncludeInScope(file);
  if (!candidate.use.empty()) return;
  size_t offset = 0;
  const std::string name =
      FirstMappedName(sources_.getBufferData(file), offset);
  if (name.empty()) return;
  candidate.use = "'" + name + "' (" + reducer_.NameOf(file) + ":" +
                  std::to_string(sources_.getLineNumber(file, offset)) + ")";
}

bool Finder::IsCompiledElsewhere(const clang::Decl& declaration) const {
  if (const auto* function =
          llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    // Nobody calls `no test(...)`, which serves questions about types, nor
    // `void query();`, alone or in an empty class, which stops lookups; and
    // private members without a definition are an old way to forbid copies.
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    const bool is_question =
        function->isVariadic() && function->getNumParams() == 0;
    const bool is_stop =
        (method == nullptr || method->getParent()->isEmpty()) &&
        !function->isExternC() && function->getNumParams() == 0 &&
        function->getReturnType()->isVoidType();
    return !is_question && !is_stop && !function->isInlined() &&
           !function->isPureVirtual() && !function->isDefined() &&
           function->getBuiltinID() == 0 &&
           function->getAccess() != clang::AS_private &&
           function->hasExternalFormalLinkage();
  }
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
  return variable != nullptr && variable->hasExternalFormalLinkage() &&
         !variable->isInline() && !variable->isConstexpr() &&
         variable->getDefinition() == nullptr &&
         !(variable->isStaticDataMember() && variable->hasInit());
}

void Finder::LookForCompiledParts(const clang::DeclContext& declarations) {
  for (const clang::Decl* declaration : declarations.decls()) {
    // Namespaces are open to all; others lie in one file.
    const bool is_open =
        llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration);
    const auto library = library_of_.find(sources_.getFileID(
        sources_.getExpansionLoc(declaration->getLocation())));
    if (library == library_of_.end()) continue;
    Candidate& candidate = candidates_[library->second];
    if (candidate.use.empty() || candidate.has_compiled_part) continue;
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
    if (is_open || (record != nullptr && !record->isDependentContext()))
      LookForCompiledParts(*llvm::cast<clang::DeclContext>(declaration));
    else
      candidate.has_compiled_part = IsCompiledElsewhere(*declaration);
  }
}

std::vector<SystemLibrary> Finder::Run() {
  for (unsigned i = 0; i < sources_.local_sloc_entry_size(); ++i) {
    const auto& entry = sources_.getLocalSLocEntry(i);
    if (!entry.isFile()) continue;
    AddFile(sources_.getFileID(
        clang::SourceLocation::getFromRawEncoding(entry.getOffset())));
  }
  std::vector<SystemLibrary> libraries;
  if (std::ranges::none_of(candidates_, [](const auto& item) {
        return !item.second.use.empty();
      })) {
    return libraries;
  }
  LookForCompiledParts(*context_.getTranslationUnitDecl());
  for (const auto& [path, candidate] : candidates_) {
    if (candidate.use.empty() || candidate.has_compiled_part) continue;
    libraries.push_back(
        {.path = path,
         .note = reducer_.NoteAt(
             candidate.include, "library",
             "'" + path + "' is in scope too: it uses " + candidate.use)});
  }
  return libraries;
}

}  // namespace

std::vector<SystemLibrary> FindSystemLibraries(
    clang::ASTContext& context, const clang::HeaderSearch& search,
    const Scope& scope, Reducer& reducer) {
  return Finder(context, search, scope, reducer).Run();
}

}  // namespace detsim::rewriter
