// What the Reducer asks of the text around a name, and of the macros that it
// comes through.
#ifndef DETSIM_REWRITER_MATCH_SOURCE_TEXT_H_
#define DETSIM_REWRITER_MATCH_SOURCE_TEXT_H_

#include <cstddef>

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace detsim::rewriter {

// `location` and the places where it was expanded or passed as an argument,
// from the inside out.
llvm::SmallVector<clang::SourceLocation, 8> ExpansionChain(
    clang::SourceLocation location, const clang::SourceManager& source_manager);

// `~thread()` names the destructor after the class: only its qualifier moves.
bool FollowsTilde(llvm::StringRef text, size_t offset);

// `std::thread::thread` names a constructor, whatever Clang says that the last
// word is: the class is what stands before it, and is moved as such.
bool FollowsColons(llvm::StringRef text, size_t offset);

// `return::std::mutex`: what begins with a word would continue the one before.
bool FollowsWord(llvm::StringRef text, size_t offset);

// Where the `a::b::` in front of the name at `name` begins, as far as words,
// colons and blanks say; invalid if there is none.
clang::SourceLocation QualifierBefore(clang::SourceLocation name,
                                      const clang::SourceManager& sources);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_SOURCE_TEXT_H_
