#include "rewriter/output/apply_edits.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace detsim::rewriter {
namespace {

bool UserKeepsLine(const std::string& text, size_t offset) {
  size_t begin = text.rfind('\n', offset);
  begin = begin == std::string::npos ? 0 : begin + 1;
  const std::string line = text.substr(begin, text.find('\n', offset) - begin);
  // In the body of a macro only the second kind of comment can be.
  const size_t comment = std::min(line.find("//"), line.find("/*"));
  return comment != std::string::npos &&
         line.find("detsim: keep", comment) != std::string::npos;
}

// The line breaks of `text`, in a macro with their backslashes: a name that
// stood on two lines leaves them, so that no line number moves.
std::string LineBreaks(std::string_view text) {
  std::string breaks;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') continue;
    const size_t end = i > 0 && text[i - 1] == '\r' ? i - 1 : i;
    const bool continued = end > 0 && text[end - 1] == '\\';
    breaks += continued ? " \\\n" : "\n";
  }
  return breaks;
}

}  // namespace

std::string ApplyEdits(const FileEdits& file) {
  std::string text;
  size_t done = 0;
  for (const auto& [offset, edit] : file.edits) {
    if (offset < done || offset + edit.length > file.content.size()) {
      std::fprintf(stderr, "detsim: internal error: %s:%u: edits overlap\n",
                   file.path().c_str(), edit.line);
      std::abort();
    }
    text.append(file.content, done, offset - done);
    text += edit.text;
    text +=
        LineBreaks(std::string_view(file.content).substr(offset, edit.length));
    done = offset + edit.length;
  }
  text.append(file.content, done);
  return text;
}

void DropEdits(FileEdits& file, std::set<Note>& notes) {
  size_t done = 0;
  std::erase_if(file.edits, [&](const auto& item) {
    const Edit& edit = item.second;
    const size_t end = edit.offset + edit.length;
    if (UserKeepsLine(file.content, edit.offset)) {
      notes.insert({.file = file.path(),
                    .line = edit.line,
                    .column = edit.column,
                    .id = "kept",
                    .message = "'" + edit.symbol + "' is kept by a comment"});
      return true;
    }
    auto vote = file.votes_against.lower_bound(edit.offset);
    const bool voted_down = vote != file.votes_against.end() && *vote < end;
    if (!voted_down && edit.offset >= done) {
      done = end;
      return false;
    }
    notes.insert({.file = file.path(),
                  .line = edit.line,
                  .column = edit.column,
                  .id = "conflict",
                  .message = "'" + edit.symbol +
                             "' means something else in another expansion "
                             "or unit; left as it is"});
    return true;
  });
}

void MergeFile(const FileEdits& from, FileEdits& to) {
  for (const std::string& name : from.names)
    if (std::ranges::find(to.names, name) == to.names.end())
      to.names.push_back(name);
  to.votes_against.insert(from.votes_against.begin(), from.votes_against.end());
  for (const auto& [offset, edit] : from.edits) {
    auto [place, is_new] = to.edits.emplace(offset, edit);
    if (!is_new && place->second != edit) to.votes_against.insert(offset);
  }
}

}  // namespace detsim::rewriter
