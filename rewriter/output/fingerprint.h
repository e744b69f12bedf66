// A 128-bit fingerprint of text, stable across runs and machines, for caches.
// Not cryptographic: it guards against change, not against malice.
#ifndef DETSIM_REWRITER_OUTPUT_FINGERPRINT_H_
#define DETSIM_REWRITER_OUTPUT_FINGERPRINT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace detsim::rewriter {

class Fingerprint {
 public:
  // Adds one piece; Add("ab") and Add("a"), Add("b") differ.
  Fingerprint& Add(std::string_view piece);
  // 32 hexadecimal digits.
  std::string Hex() const;

 private:
  void Mix(uint64_t word);

  uint64_t low_ = 0x243f6a8885a308d3;  // digits of pi
  uint64_t high_ = 0x13198a2e03707344;
};

// The fingerprint of one text.
std::string FingerprintOf(std::string_view text);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_OUTPUT_FINGERPRINT_H_
