#include "runtime/explore/failure_identity.h"

#include <cctype>
#include <cstdint>
#include <cstdio>

namespace detsim::runtime {
namespace {

constexpr size_t kIdentityMessageMax = 200;

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool IsWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// The end of the number that starts at `text[begin]`: "12", "0x1f", "-3.5e7".
size_t NumberEnd(std::string_view text, size_t begin) {
  size_t end = begin;
  while (end < text.size() && (IsWord(text[end]) || text[end] == '.')) {
    // A full stop that ends a sentence is no decimal point.
    if (text[end] == '.' && (end + 1 >= text.size() || !IsDigit(text[end + 1])))
      break;
    ++end;
  }
  return end;
}

uint64_t Mix(uint64_t hash, std::string_view text) {
  for (char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  // Keeps ("ab", "c") and ("a", "bc") apart.
  return (hash ^ 0xff) * 0x100000001b3ull;
}

}  // namespace

std::string IdentityMessage(std::string_view message) {
  std::string result;
  for (size_t i = 0; i < message.size();) {
    char c = message[i];
    bool starts_word = i == 0 || !IsWord(message[i - 1]);
    bool sign = c == '-' && i + 1 < message.size() && IsDigit(message[i + 1]);
    if (!starts_word || !(IsDigit(c) || sign)) {
      result += c;
      ++i;
      continue;
    }
    i = NumberEnd(message, sign ? i + 1 : i);
    // "1, 2, 3" and "1, 2" are the same list.
    if (result.ends_with("#, "))
      result.resize(result.size() - 2);
    else
      result += '#';
  }
  if (result.size() > kIdentityMessageMax) result.resize(kIdentityMessageMax);
  return result;
}

std::string IdentityId(const FailureIdentity& identity) {
  uint64_t hash = Mix(0xcbf29ce484222325ull, VerdictName(identity.kind));
  hash = Mix(hash, identity.test);
  hash = Mix(hash, identity.place);
  hash = Mix(hash, identity.message);
  hash ^= hash >> 29;
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx",
                static_cast<unsigned long long>(hash));
  return std::string(text, 12);
}

}  // namespace detsim::runtime
