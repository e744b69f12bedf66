#include "rewriter/note_kinds.h"

#include <algorithm>

namespace detsim::rewriter {
namespace {

constexpr NoteKind kNoteKinds[] = {
    {"pasted-name", true, "write the name whole, or give the macro the type"},
    {"split-name", true, "write qualifier and name in one macro"},
    {"conflict", true, "give the two meanings two names"},
    {"macro-out-of-scope", true, "add the macro's header to --scope"},
    {"type-boundary", true, "add the library's headers to --scope"},
    {"library", false, "leave it out with --scope=!PATH if it need not be"},
    {"library-left", true, "leave it out with --scope=!PATH"},
    {"module", true, "include a header instead of the module"},
    {"own-declaration", true, "include the header that declares it"},
    {"std-declaration", false, "include the header that declares it"},
    {"std-specialization", true, "use a type of your own there"},
    {"inline-assembly", true, "use std::atomic or a builtin instead"},
    {"raw-syscall", true, "call the function of the C library"},
    {"atomic-builtin", true, "write the builtin's name whole"},
    {"atomic-operator", true, "use the functions of <stdatomic.h>"},
    {"unreached", false, "configure the build that compiles it"},
    {"lexical", false, "look at the line: its meaning was not checked"},
    {"kept", true, "remove the comment to have it rewritten"},
    {"uncontrolled-", true, "keep it out of the tests that are swept"},
};

const NoteKind* Find(const std::string& id) {
  const auto fits = [&](const NoteKind& kind) {
    return kind.id == id || (kind.id.ends_with('-') && id.starts_with(kind.id));
  };
  const auto* found = std::ranges::find_if(kNoteKinds, fits);
  return found == std::end(kNoteKinds) ? nullptr : found;
}

}  // namespace

std::span<const NoteKind> NoteKinds() { return kNoteKinds; }

bool IsUncontrolled(const std::string& id) {
  const NoteKind* kind = Find(id);
  return kind == nullptr || kind->uncontrolled;
}

std::string_view SuggestionFor(const std::string& id) {
  const NoteKind* kind = Find(id);
  return kind == nullptr ? "" : kind->suggestion;
}

}  // namespace detsim::rewriter
