#include "rewriter/match/pasting.h"

#include <iterator>

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"

namespace detsim::rewriter {
namespace {

using clang::Token;
using clang::tok::TokenKind;

// Whether a `##` at `place` joins two tokens. `, ## __VA_ARGS__` only drops the
// comma when there are no arguments.
bool Pastes(llvm::ArrayRef<Token> body, size_t place) {
  return place > 0 && place < body.size() &&
         body[place].is(TokenKind::hashhash) &&
         body[place - 1].isNot(TokenKind::comma);
}

}  // namespace

std::vector<clang::SourceLocation> PastedTokens(
    const clang::MacroInfo& macro, const clang::MacroArgs& arguments) {
  std::vector<clang::SourceLocation> pasted;
  const llvm::ArrayRef<Token> body = macro.tokens();
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i].getIdentifierInfo() == nullptr) continue;
    const int number = macro.getParameterNum(body[i].getIdentifierInfo());
    const bool is_string = i > 0 && body[i - 1].is(TokenKind::hash);
    if (number < 0 || is_string) continue;
    const Token* first = arguments.getUnexpArgument(number);
    const unsigned length = clang::MacroArgs::getArgLength(first);
    if (length == 0) continue;
    if (i > 0 && Pastes(body, i - 1)) pasted.push_back(first->getLocation());
    if (Pastes(body, i + 1)) pasted.push_back(first[length - 1].getLocation());
  }
  return pasted;
}

void LeavePasted(const std::set<size_t>& pasted, FileEdits& file,
                 std::set<Note>& notes) {
  for (const size_t offset : pasted) {
    const auto after = file.edits.upper_bound(offset);
    if (after == file.edits.begin()) continue;
    const auto place = std::prev(after);
    const Edit& edit = place->second;
    // What pastes to `std::mutex` asks what it is (`IS_VOID_##type`), and drops
    // the result: no name can be made of it.
    const bool is_one_token =
        edit.offset == offset &&
        file.content.find(':', offset) >= offset + edit.length;
    if (!is_one_token) continue;
    notes.insert({.file = file.path(),
                  .line = edit.line,
                  .column = edit.column,
                  .id = "pasted-name",
                  .message = "'" + edit.symbol +
                             "' is a macro argument that is pasted to other "
                             "tokens as well; left as it is"});
    file.votes_against.insert(offset);
    file.edits.erase(place);
  }
}

}  // namespace detsim::rewriter
