// What one translation unit's rewriting takes and gives: plain data between
// the matcher pass (which knows Clang) and the output side, the launcher and
// detsim-rewrite (which do not).
#ifndef DETSIM_REWRITER_UNIT_H_
#define DETSIM_REWRITER_UNIT_H_

#include <compare>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace detsim::rewriter {

// One replacement. Offsets are bytes of the file's original text.
struct Edit {
  size_t offset = 0;
  size_t length = 0;
  std::string text;
  std::string symbol;  // the row of the table: "std::mutex"
  std::string header;  // the shim header that declares `text`
  unsigned line = 0;   // 1-based, of the original text
  unsigned column = 0;

  friend bool operator==(const Edit&, const Edit&) = default;
};

// Something that stays as it was and that the user should know of.
struct Note {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string id;  // "uncontrolled-latch", "conflict", ...
  std::string message;

  friend auto operator<=>(const Note&, const Note&) = default;
  friend bool operator==(const Note&, const Note&) = default;
};

// One in-scope file that the unit read.
struct FileEdits {
  // Every name under which the unit opened it, absolute; the first is `path`.
  std::vector<std::string> names;
  std::string content;
  std::map<size_t, Edit> edits;  // by offset
  // Offsets of names that look like a symbol's and are something else: votes
  // against an edit there, which count across units (macros, #if).
  std::set<size_t> votes_against;

  const std::string& path() const { return names.front(); }
};

// A library outside the scope whose headers use mapped names and have no
// compiled part.
struct SystemLibrary {
  std::string path;  // "/usr/include/asio": a folder, or one header
  Note note;         // that it came into the scope, and why
};

struct UnitResult {
  std::string file;
  std::vector<std::string> errors;  // "file:line:column: message"
  std::vector<FileEdits> files;     // sorted by path
  std::set<Note> notes;
  // Feature-test macros that the unit's own text defines before its first
  // system header, as -D arguments. A forced shim header comes earlier still,
  // so whoever forces one must pass these as well.
  std::vector<std::string> feature_macros;
  std::vector<std::string> inputs;  // every file read, absolute
  // Those that came into the scope by themselves, sorted by path.
  std::vector<SystemLibrary> libraries;

  // The shim headers that the edits need, sorted, each once.
  std::vector<std::string> Headers() const;
  size_t EditCount() const;
};

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_UNIT_H_
