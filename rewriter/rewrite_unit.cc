#include "rewriter/rewrite_unit.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "rewriter/match/feature_macros.h"
#include "rewriter/match/libraries.h"
#include "rewriter/match/pasting.h"
#include "rewriter/match/reduce.h"
#include "rewriter/match/references.h"
#include "rewriter/match/sweep.h"
#include "rewriter/note_kinds.h"
#include "rewriter/output/apply_edits.h"

namespace detsim::rewriter {
namespace {

constexpr char kResourceDirectory[] =
    "-resource-dir=" DETSIM_CLANG_RESOURCE_DIR;

// What the whole pass over one unit shares.
struct UnitPass {
  const UnitRequest& request;
  const Scope& scope;
  UnitResult result;
  std::map<std::string, TextRegions> regions;  // by path

  std::string PathOf(clang::FileID file, const clang::SourceManager& sources) {
    auto entry = sources.getFileEntryRefForID(file);
    return entry ? AbsolutePath(std::string_view(entry->getName()),
                                request.directory)
                 : "";
  }
};

// Keeps error messages, each with its notes, for the report; the real compiler
// prints its own.
class ErrorCollector : public clang::DiagnosticConsumer {
 public:
  explicit ErrorCollector(UnitPass& pass) : pass_(pass) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level == clang::DiagnosticsEngine::Warning ||
        level == clang::DiagnosticsEngine::Remark) {
      last_is_error_ = false;
    }
    std::vector<std::string>& errors = pass_.result.errors;
    if (level >= clang::DiagnosticsEngine::Error) {
      last_is_error_ = true;
      errors.push_back(Place(diagnostic) + Message(diagnostic));
    } else if (level == clang::DiagnosticsEngine::Note && last_is_error_) {
      errors.back() += "\n  " + Place(diagnostic) + Message(diagnostic);
    }
  }

 private:
  std::string Place(const clang::Diagnostic& diagnostic) const {
    if (!diagnostic.hasSourceManager()) return "";
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    const clang::PresumedLoc place = sources.getPresumedLoc(
        sources.getExpansionLoc(diagnostic.getLocation()));
    if (place.isInvalid()) return "";
    return AbsolutePath(place.getFilename(), pass_.request.directory) + ":" +
           std::to_string(place.getLine()) + ":" +
           std::to_string(place.getColumn()) + ": ";
  }
  static std::string Message(const clang::Diagnostic& diagnostic) {
    llvm::SmallString<256> message;
    diagnostic.FormatDiagnostic(message);
    return message.str().str();
  }

  UnitPass& pass_;
  bool last_is_error_ = false;
};

// Notes what the preprocessor skips and pastes, and which feature-test macros
// the unit's own text defines first.
class PreprocessorWatch : public clang::PPCallbacks {
 public:
  PreprocessorWatch(UnitPass& pass, const clang::Preprocessor& preprocessor)
      : pass_(pass),
        preprocessor_(preprocessor),
        sources_(preprocessor.getSourceManager()) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind,
                   clang::FileID previous) override {
    if (reason != EnterFile) return;
    const clang::FileID file = sources_.getFileID(location);
    if (sources_.getFileEntryRefForID(file) && RegionsOf(file) == nullptr)
      before_system_ = false;
  }

  void MacroDefined(const clang::Token& name,
                    const clang::MacroDirective* directive) override {
    if (!before_system_ ||
        RegionsOf(sources_.getFileID(name.getLocation())) == nullptr) {
      return;
    }
    const std::string macro = name.getIdentifierInfo()->getName().str();
    if (!IsFeatureMacro(macro)) return;
    std::string body;
    for (const clang::Token& token : directive->getMacroInfo()->tokens())
      body += preprocessor_.getSpelling(token);
    pass_.result.feature_macros.push_back("-D" + macro + "=" + body);
  }

  void SourceRangeSkipped(clang::SourceRange range,
                          clang::SourceLocation) override {
    TextRegions* regions = RegionsOf(sources_.getFileID(range.getBegin()));
    if (regions != nullptr) regions->skipped.push_back(Offsets(range));
  }

  void MacroExpands(const clang::Token&, const clang::MacroDefinition& macro,
                    clang::SourceRange range,
                    const clang::MacroArgs* arguments) override {
    if (arguments == nullptr) return;
    for (const clang::SourceLocation token :
         PastedTokens(*macro.getMacroInfo(), *arguments)) {
      const auto [file, offset] =
          sources_.getDecomposedLoc(sources_.getSpellingLoc(token));
      TextRegions* regions = RegionsOf(file);
      if (regions != nullptr) regions->pasted.insert(offset);
    }
    if (range.getBegin().isMacroID() || range.getEnd().isMacroID()) return;
    TextRegions* regions = RegionsOf(sources_.getFileID(range.getBegin()));
    if (regions != nullptr) regions->macro_calls.push_back(Offsets(range));
  }

 private:
  // Null outside the scope. Asked at every macro: remembered.
  TextRegions* RegionsOf(clang::FileID file) {
    const auto [entry, is_new] = by_file_.try_emplace(file, nullptr);
    if (is_new) {
      const std::string path = pass_.PathOf(file, sources_);
      if (pass_.scope.Contains(path)) entry->second = &pass_.regions[path];
    }
    return entry->second;
  }
  TextRange Offsets(clang::SourceRange range) const {
    return {sources_.getFileOffset(range.getBegin()),
            sources_.getFileOffset(range.getEnd())};
  }

  UnitPass& pass_;
  const clang::Preprocessor& preprocessor_;
  const clang::SourceManager& sources_;
  std::map<clang::FileID, TextRegions*> by_file_;
  bool before_system_ = true;
};

class UnitConsumer : public clang::ASTConsumer {
 public:
  UnitConsumer(UnitPass& pass, const clang::HeaderSearch& search)
      : pass_(pass), search_(search) {}

  void Initialize(clang::ASTContext& context) override {
    reducer_ = std::make_unique<Reducer>(context, pass_.scope,
                                         pass_.request.directory);
  }

  // Bodies outside the scope are never looked at; parsing them, and what they
  // instantiate, is half of the time. (Constexpr and deduced ones are parsed
  // all the same.)
  bool shouldSkipFunctionBody(clang::Decl* declaration) override {
    return !reducer_->IsInScope(*declaration);
  }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    ReadFiles(context.getSourceManager());
    UnitResult& result = pass_.result;
    if (pass_.scope.with_libraries) {
      result.libraries =
          FindSystemLibraries(context, search_, pass_.scope, *reducer_);
    }
    const bool matched = MatchReferences(context, *reducer_);
    reducer_->Finish(result);
    if (!matched) return;
    for (FileEdits& file : result.files) {
      const TextRegions& regions = pass_.regions[file.path()];
      LeavePasted(regions.pasted, file, result.notes);
      Sweep(regions, file, result.notes);
      DropEdits(file, result.notes);
    }
  }

 private:
  // Makes every in-scope file known to the reducer, also one without a
  // declaration (the sweep looks at all), and lists the unit's inputs.
  void ReadFiles(const clang::SourceManager& sources) {
    std::set<std::string> inputs;
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
      const auto& entry = sources.getLocalSLocEntry(i);
      if (!entry.isFile()) continue;
      const clang::FileID file = sources.getFileID(
          clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
      auto name = sources.getFileEntryRefForID(file);
      if (!name) continue;
      // Not normalized outside the scope: "x/../y" is not "y" when x is a link.
      inputs.insert(reducer_->IsInScope(file)
                        ? pass_.PathOf(file, sources)
                        : (std::filesystem::path(pass_.request.directory) /
                           name->getName().str())
                              .string());
    }
    pass_.result.inputs.assign(inputs.begin(), inputs.end());
  }

  UnitPass& pass_;
  const clang::HeaderSearch& search_;
  std::unique_ptr<Reducer> reducer_;
};

class UnitAction : public clang::ASTFrontendAction {
 public:
  explicit UnitAction(UnitPass& pass) : pass_(pass) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(
      clang::CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<PreprocessorWatch>(pass_, compiler.getPreprocessor()));
    return std::make_unique<UnitConsumer>(
        pass_, compiler.getPreprocessor().getHeaderSearchInfo());
  }

 private:
  UnitPass& pass_;
};

std::vector<std::string> ParseArguments(const UnitRequest& request) {
  // NOLINTNEXTLINE(google-build-using-namespace): a run of adjusters
  using namespace clang::tooling;
  const ArgumentsAdjuster adjust =
      combineAdjusters(combineAdjusters(getClangStripOutputAdjuster(),
                                        getClangStripDependencyFileAdjuster()),
                       getClangSyntaxOnlyAdjuster());
  std::vector<std::string> arguments = adjust(request.arguments, request.file);
  // Clang's own headers are not next to this executable. Warnings are the
  // compiler's business.
  for (const char* extra : {kResourceDirectory, "-Wno-everything", "-Wno-error",
                            "-ferror-limit=20", "-fno-caret-diagnostics"})
    arguments.emplace_back(extra);
  return arguments;
}

// A file system of the unit's own, since it has a working directory of its own,
// with the command's overlays (a tool's file manager does not read those).
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystemOf(
    const UnitRequest& request) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(
      llvm::vfs::createPhysicalFileSystem().release());
  // A directory that is missing shows as a missing source.
  (void)file_system->setCurrentWorkingDirectory(request.directory);
  const std::vector<std::string>& words = request.arguments;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "-ivfsoverlay") continue;
    auto text = file_system->getBufferForFile(words[i + 1]);
    if (!text) continue;
    auto overlay = llvm::vfs::getVFSFromYAML(
        std::move(*text), nullptr, words[i + 1], nullptr, file_system);
    if (overlay == nullptr) continue;
    file_system =
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(overlay.release());
    (void)file_system->setCurrentWorkingDirectory(request.directory);
  }
  return file_system;
}

UnitResult PassOver(const UnitRequest& request, const Scope& scope) {
  UnitPass pass = {.request = request, .scope = scope};
  pass.result.file = AbsolutePath(request.file, request.directory);
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system =
      FileSystemOf(request);
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(
      clang::FileSystemOptions(), file_system);
  ErrorCollector errors(pass);
  clang::tooling::ToolInvocation invocation(
      ParseArguments(request), std::make_unique<UnitAction>(pass), files.get());
  invocation.setDiagnosticConsumer(&errors);
  if (!invocation.run() && pass.result.errors.empty())
    pass.result.errors.push_back(pass.result.file + ": cannot be parsed");
  return std::move(pass.result);
}

// Nobody reads what a library leaves in inactive branches.
void KeepWhatMatters(const SystemLibrary& library, std::set<Note>& notes) {
  const Scope inside = {.directories = {library.path}, .exclude = {}};
  std::erase_if(notes, [&](const Note& note) {
    return !IsUncontrolled(note.id) && inside.Contains(note.file);
  });
}

bool IsEdited(const SystemLibrary& library, const UnitResult& result) {
  const Scope inside = {.directories = {library.path}, .exclude = {}};
  return std::ranges::any_of(result.files, [&](const FileEdits& file) {
    return !file.edits.empty() && inside.Contains(file.path());
  });
}

}  // namespace

Scope WithLibraries(const Scope& scope,
                    const std::vector<SystemLibrary>& libraries) {
  Scope wider = scope;
  wider.with_libraries = false;
  for (const SystemLibrary& library : libraries)
    wider.directories.push_back(library.path);
  return wider;
}

UnitResult RewriteUnit(const UnitRequest& request, const Scope& scope) {
  UnitResult result = PassOver(request, scope);
  if (result.libraries.empty()) return result;
  // Again: the bodies in them have not been parsed.
  UnitResult wider = PassOver(request, WithLibraries(scope, result.libraries));
  if (wider.errors.size() > result.errors.size()) {
    result.libraries.clear();
    return result;
  }
  for (SystemLibrary& library : result.libraries) {
    KeepWhatMatters(library, wider.notes);
    if (!IsEdited(library, wider)) continue;
    wider.notes.insert(library.note);
    wider.libraries.push_back(std::move(library));
  }
  return wider;
}

}  // namespace detsim::rewriter
