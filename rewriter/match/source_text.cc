#include "rewriter/match/source_text.h"

#include <cctype>

#include "clang/Basic/CharInfo.h"

namespace detsim::rewriter {

using clang::SourceLocation;

llvm::SmallVector<SourceLocation, 8> ExpansionChain(
    SourceLocation location, const clang::SourceManager& source_manager) {
  llvm::SmallVector<SourceLocation, 8> chain = {location};
  while (location.isMacroID()) {
    location =
        source_manager.isMacroArgExpansion(location)
            ? source_manager.getImmediateSpellingLoc(location)
            : source_manager.getImmediateExpansionRange(location).getBegin();
    chain.push_back(location);
  }
  return chain;
}

bool FollowsTilde(llvm::StringRef text, size_t offset) {
  while (offset > 0 &&
         std::isspace(static_cast<unsigned char>(text[offset - 1]))) {
    --offset;
  }
  return offset > 0 && text[offset - 1] == '~';
}

bool FollowsColons(llvm::StringRef text, size_t offset) {
  return text.take_front(offset).rtrim().ends_with("::");
}

bool FollowsWord(llvm::StringRef text, size_t offset) {
  return offset > 0 && clang::isAsciiIdentifierContinue(text[offset - 1]);
}

SourceLocation QualifierBefore(SourceLocation name,
                               const clang::SourceManager& sources) {
  if (name.isInvalid()) return {};
  const auto [file, offset] =
      sources.getDecomposedLoc(sources.getSpellingLoc(name));
  const llvm::StringRef before = sources.getBufferData(file).take_front(offset);
  size_t begin = offset;
  for (llvm::StringRef rest = before.rtrim(); rest.consume_back("::");
       rest = before.take_front(begin).rtrim()) {
    begin = rest.size();
    while (FollowsWord(before, begin)) --begin;
  }
  if (begin == offset) return {};
  return name.getLocWithOffset(static_cast<int>(begin) -
                               static_cast<int>(offset));
}

}  // namespace detsim::rewriter
