#include "rewriter/match/sweep.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "rewriter/output/positions.h"
#include "rewriter/symbols.h"

namespace detsim::rewriter {
namespace {

using clang::tok::TokenKind;

// Sorted, and without overlaps: a file may have a hundred thousand of each.
std::vector<TextRange> Merged(std::vector<TextRange> ranges) {
  std::ranges::sort(ranges);
  std::vector<TextRange> merged;
  for (const TextRange& range : ranges) {
    if (merged.empty() || merged.back().second < range.first)
      merged.push_back(range);
    else
      merged.back().second = std::max(merged.back().second, range.second);
  }
  return merged;
}

class Sweeper {
 public:
  Sweeper(const TextRegions& regions, FileEdits& file, std::set<Note>& notes)
      : skipped_(Merged(regions.skipped)),
        macro_calls_(Merged(regions.macro_calls)),
        lines_(file.content),
        file_(file),
        notes_(notes) {}

  void Run();

 private:
  void OnIdentifier(size_t offset, const std::string& name);
  void OnStdName(size_t name_offset, size_t end, const Symbol& symbol);
  // Whether an edit or a vote has dealt with the name at `offset`.
  bool IsReached(size_t offset) const;
  bool IsSkipped(size_t offset) const { return IsIn(skipped_, offset); }
  static bool IsIn(const std::vector<TextRange>& ranges, size_t offset);
  void AddNote(size_t offset, std::string id, std::string message);

  std::vector<TextRange> skipped_;
  std::vector<TextRange> macro_calls_;
  LineTable lines_;
  FileEdits& file_;
  std::set<Note>& notes_;
  bool in_directive_ = false;
  // The qualified name being read: where it begins, "std::chrono::", and
  // whether its last token was "::".
  size_t begin_ = 0;
  std::string qualified_;
  bool after_colons_ = false;
};

void Sweeper::Run() {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 =
      language.CPlusPlus17 = language.CPlusPlus20 = true;
  language.LineComment = language.Bool = true;
  const std::string& text = file_.content;
  const char* const begin = text.data();
  clang::Lexer lexer(clang::SourceLocation(), language, begin, begin,
                     begin + text.size());
  clang::Token token;
  do {
    lexer.LexFromRawLexer(token);
    const size_t offset = lexer.getBufferLocation() - begin - token.getLength();
    if (token.isAtStartOfLine()) in_directive_ = token.is(TokenKind::hash);
    if (token.is(TokenKind::raw_identifier)) {
      OnIdentifier(offset, text.substr(offset, token.getLength()));
    } else if (token.is(TokenKind::coloncolon) && !qualified_.empty() &&
               !after_colons_) {
      qualified_ += "::";
      after_colons_ = true;
    } else {
      qualified_.clear();
      after_colons_ = false;
    }
  } while (token.isNot(TokenKind::eof));
}

void Sweeper::OnIdentifier(size_t offset, const std::string& name) {
  if (!after_colons_) {
    begin_ = offset;
    qualified_.clear();
  }
  qualified_ += name;
  after_colons_ = false;
  const Symbol* symbol = FindSymbol(qualified_);
  if (symbol == nullptr) return;
  if (qualified_.starts_with("std::")) {
    OnStdName(offset, offset + name.size(), *symbol);
  } else if (name.starts_with("pthread_") && !IsReached(offset) &&
             (in_directive_ || IsSkipped(offset))) {
    AddNote(offset, "unreached",
            "'" + name + "' stands in code that is not compiled here");
  }
}

void Sweeper::OnStdName(size_t name_offset, size_t end, const Symbol& symbol) {
  if (IsReached(name_offset)) return;
  const std::string name(symbol.name);
  if (IsSkipped(begin_)) {
    AddNote(begin_, "unreached",
            "'" + name + "' stands in code that is not compiled here");
    return;
  }
  if (in_directive_) {
    AddNote(begin_, "unreached",
            "'" + name + "' stands in a macro that is never expanded");
    return;
  }
  if (IsIn(macro_calls_, begin_)) {
    // Turned into a string, or dropped: an edit could change what it says.
    AddNote(begin_, "unreached",
            "'" + name + "' is a macro argument that is not used as code");
    return;
  }
  const Position position = lines_.PositionOf(begin_);
  file_.edits[begin_] = {.offset = begin_,
                         .length = end - begin_,
                         .text = std::string(symbol.replacement),
                         .symbol = name,
                         .header = std::string(symbol.header),
                         .line = position.line,
                         .column = position.column};
  AddNote(begin_, "lexical",
          "'" + name + "' is rewritten by its spelling alone");
}

bool Sweeper::IsReached(size_t offset) const {
  if (file_.votes_against.contains(offset)) return true;
  auto after = file_.edits.upper_bound(offset);
  if (after == file_.edits.begin()) return false;
  const Edit& edit = std::prev(after)->second;
  return offset < edit.offset + edit.length;
}

bool Sweeper::IsIn(const std::vector<TextRange>& ranges, size_t offset) {
  const auto after = std::ranges::upper_bound(ranges, offset, std::less<>(),
                                              &TextRange::first);
  return after != ranges.begin() && offset < std::prev(after)->second;
}

void Sweeper::AddNote(size_t offset, std::string id, std::string message) {
  const Position position = lines_.PositionOf(offset);
  notes_.insert({.file = file_.path(),
                 .line = position.line,
                 .column = position.column,
                 .id = std::move(id),
                 .message = std::move(message)});
}

}  // namespace

void Sweep(const TextRegions& regions, FileEdits& file, std::set<Note>& notes) {
  Sweeper(regions, file, notes).Run();
}

}  // namespace detsim::rewriter
