// A string that values are appended to, for the writers of trace files.
// ByteReader (base/bytes.h) is the other direction.
#ifndef DETSIM_RUNTIME_TRACE_TRACE_BYTES_H_
#define DETSIM_RUNTIME_TRACE_TRACE_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace detsim::runtime {

class TraceBytes {
 public:
  template <typename T>
  void Value(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  // As ByteReader::Varint() reads it.
  void Varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      bytes_ += static_cast<char>(0x80 | (value & 0x7f));
    bytes_ += static_cast<char>(value);
  }
  void Text(std::string_view text) {
    Value(static_cast<uint32_t>(text.size()));
    bytes_.append(text);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_TRACE_TRACE_BYTES_H_
