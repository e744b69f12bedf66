#include "rewriter/original_names.h"

#include <cctype>
#include <map>

#include "rewriter/symbols.h"

namespace detsim::rewriter {
namespace {

constexpr std::string_view kOurs = "detsim";

bool IsNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// How long the "a::b" at the beginning of `text` is.
size_t LengthOfName(std::string_view text) {
  size_t end = 0;
  while (end < text.size()) {
    if (IsNameChar(text[end])) {
      ++end;
    } else if (text.substr(end).starts_with("::") && end + 2 < text.size() &&
               IsNameChar(text[end + 2])) {
      end += 2;
    } else {
      break;
    }
  }
  return end;
}

// Empty if it is none.
std::string_view OriginalOf(std::string_view replacement) {
  static const auto& rows = *[] {
    auto* map = new std::map<std::string_view, std::string_view>;
    for (const Symbol& row : Symbols()) map->emplace(row.replacement, row.name);
    return map;
  }();
  const auto found = rows.find(replacement);
  return found == rows.end() ? std::string_view() : found->second;
}

}  // namespace

std::string WithOriginalNames(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const bool begins = text.substr(i).starts_with(kOurs) &&
                        (i == 0 || !IsNameChar(text[i - 1]));
    size_t length = begins ? LengthOfName(text.substr(i)) : 1;
    // "detsim::mutex::lock": what it is a member of.
    std::string_view original;
    for (size_t part = length; begins && original.empty();) {
      original = OriginalOf(text.substr(i, part));
      if (!original.empty()) {
        length = part;
        break;
      }
      part = text.substr(i, part).rfind("::");
      if (part == std::string_view::npos) break;
    }
    result += original.empty() ? text.substr(i, length) : original;
    i += length;
  }
  return result;
}

}  // namespace detsim::rewriter
