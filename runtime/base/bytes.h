// Writing and reading values as bytes, without allocation. Both ends of every
// use are of one build, so values go as they are in memory.
#ifndef DETSIM_RUNTIME_BASE_BYTES_H_
#define DETSIM_RUNTIME_BASE_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace detsim::runtime {

// Appends to [begin, begin + capacity). Past the end nothing is written and
// ok() turns false.
class ByteWriter {
 public:
  ByteWriter(char* begin, size_t capacity)
      : begin_(begin), capacity_(capacity) {}

  void Bytes(const void* data, size_t size) {
    if (size > capacity_ - size_) {
      ok_ = false;
      return;
    }
    if (size != 0) memcpy(begin_ + size_, data, size);
    size_ += size;
  }
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void Value(const T& value) {
    Bytes(&value, sizeof value);
  }
  // A length (32 bits) and the bytes.
  void Text(std::string_view text) {
    Value(static_cast<uint32_t>(text.size()));
    Bytes(text.data(), text.size());
  }
  // A count (64 bits) and the elements.
  template <typename T>
  void Array(const T* data, size_t count) {
    Value(static_cast<uint64_t>(count));
    Bytes(data, count * sizeof(T));
  }
  size_t size() const { return size_; }
  bool ok() const { return ok_; }

 private:
  char* begin_;
  size_t capacity_;
  size_t size_ = 0;
  bool ok_ = true;
};

// Reads from a view. Past the end zeros come back and ok() turns false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  std::string_view Bytes(uint64_t size) {
    if (size > bytes_.size()) {
      ok_ = false;
      bytes_ = {};
      return {};
    }
    std::string_view result = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return result;
  }
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  T Value() {
    T value{};
    std::string_view bytes = Bytes(sizeof value);
    if (!bytes.empty()) memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  // Seven bits a byte, the lowest first; the highest bit says that more follow.
  uint64_t Varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      auto byte = Value<uint8_t>();
      value |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    ok_ = false;
    bytes_ = {};
    return 0;
  }
  std::string_view Text() { return Bytes(Value<uint32_t>()); }
  // The bytes of an array written by ByteWriter::Array; `count` is set.
  template <typename T>
  std::string_view Array(uint64_t* count) {
    *count = Value<uint64_t>();
    if (*count > bytes_.size() / sizeof(T)) {
      ok_ = false;
      *count = 0;
      return {};
    }
    return Bytes(*count * sizeof(T));
  }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_BASE_BYTES_H_
