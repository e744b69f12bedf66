// Edits to text, and edits of one file against each other.
#ifndef DETSIM_REWRITER_OUTPUT_APPLY_EDITS_H_
#define DETSIM_REWRITER_OUTPUT_APPLY_EDITS_H_

#include <set>
#include <string>

#include "rewriter/unit.h"

namespace detsim::rewriter {

// The file's text with its edits applied.
// REQUIRES: the edits do not overlap (DropEdits was called).
std::string ApplyEdits(const FileEdits& file);

// Removes edits that overlap an earlier one, that a vote speaks against or
// that the user wants kept ("// detsim: keep" on the line); a note for each.
void DropEdits(FileEdits& file, std::set<Note>& notes);

// Adds the edits, names and votes of `from`, the same file as another unit saw
// it, to `to`. Where the units want different things, both get a vote against.
// REQUIRES: both have the same content.
void MergeFile(const FileEdits& from, FileEdits& to);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_APPLY_EDITS_H_
