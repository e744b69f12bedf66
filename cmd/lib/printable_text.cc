#include "cmd/lib/printable_text.h"

#include <cstddef>
#include <cstdint>

namespace detsim::cmd {
namespace {

// Bytes of the UTF-8 character at the start of `text`; 0 if there is none, or
// if a terminal would take it for a command (U+0080 to U+009F).
size_t CharacterBytes(std::string_view text) {
  auto byte = [text](size_t i) { return static_cast<uint8_t>(text[i]); };
  uint8_t first = byte(0);
  if (first < 0x80)
    return (first >= 0x20 && first != 0x7f) || first == '\t' || first == '\n';
  size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
  uint32_t code = first & (0xffu >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr uint32_t kSmallest[] = {0, 0, 0xa0, 0x800, 0x10000};
  bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code >= kSmallest[size] && code <= 0x10ffff && !surrogate ? size : 0;
}

}  // namespace

std::string PrintableText(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string result;
  while (!text.empty()) {
    size_t size = CharacterBytes(text);
    if (size == 0) {
      auto byte = static_cast<uint8_t>(text[0]);
      result += "\\x";
      result += kDigits[byte >> 4];
      result += kDigits[byte & 15];
      size = 1;
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return result;
}

std::string OneLine(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

}  // namespace detsim::cmd
