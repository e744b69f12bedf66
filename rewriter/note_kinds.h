// The TABLE of what the rewriter reports: the id of a note, whether it means
// that something stays uncontrolled, and what the user can do.
// docs/reference.md explains each id.
#ifndef DETSIM_REWRITER_NOTE_KINDS_H_
#define DETSIM_REWRITER_NOTE_KINDS_H_

#include <span>
#include <string>
#include <string_view>

namespace detsim::rewriter {

struct NoteKind {
  // "split-name"; one that ends in '-' stands for all that begin with it.
  std::string_view id;
  bool uncontrolled = true;
  std::string_view suggestion;
};

std::span<const NoteKind> NoteKinds();

// Whether a note with this id means that something stays uncontrolled (others
// speak of code that is not compiled or not understood lexically).
bool IsUncontrolled(const std::string& id);

// What can be done about it, as an imperative; empty for an unknown id.
std::string_view SuggestionFor(const std::string& id);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_NOTE_KINDS_H_
