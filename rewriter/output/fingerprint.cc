#include "rewriter/output/fingerprint.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace detsim::rewriter {
namespace {

// Both halves of the 128-bit product, folded: mixes every input bit into
// every output bit in two instructions.
uint64_t FoldedProduct(uint64_t a, uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

void Fingerprint::Mix(uint64_t word) {
  low_ = FoldedProduct(low_ ^ word, 0x9e3779b97f4a7c15) + high_;
  high_ = FoldedProduct(high_ ^ word ^ 0xa4093822299f31d0, 0xc2b2ae3d27d4eb4f) ^
          (low_ << 1 | low_ >> 63);
}

Fingerprint& Fingerprint::Add(std::string_view piece) {
  const size_t size = piece.size();
  while (!piece.empty()) {
    uint64_t word = 0;
    const size_t count = std::min(piece.size(), sizeof word);
    std::memcpy(&word, piece.data(), count);
    Mix(word);
    piece.remove_prefix(count);
  }
  Mix(size);
  return *this;
}

std::string Fingerprint::Hex() const {
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx",
                static_cast<unsigned long long>(high_),
                static_cast<unsigned long long>(low_));
  return text;
}

std::string FingerprintOf(std::string_view text) {
  return Fingerprint().Add(text).Hex();
}

}  // namespace detsim::rewriter
