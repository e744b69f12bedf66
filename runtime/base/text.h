// Text in a fixed buffer, for places that may not allocate (the runtime inside
// the program under test, signal handlers). What does not fit is cut off.
#ifndef DETSIM_RUNTIME_BASE_TEXT_H_
#define DETSIM_RUNTIME_BASE_TEXT_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace detsim::runtime {

template <size_t kCapacity>
class FixedText {
 public:
  FixedText& operator<<(std::string_view text) {
    for (char c : text) {
      if (size_ + 1 >= kCapacity) break;
      buffer_[size_++] = c;
    }
    buffer_[size_] = '\0';
    return *this;
  }

  FixedText& operator<<(std::integral auto value) {
    char digits[24];
    size_t n = sizeof digits;
    bool negative = value < 0;
    uint64_t rest = negative ? 0 - static_cast<uint64_t>(value)
                             : static_cast<uint64_t>(value);
    do {
      digits[--n] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (negative) digits[--n] = '-';
    return *this << std::string_view(digits + n, sizeof digits - n);
  }

  void clear() {
    size_ = 0;
    buffer_[0] = '\0';
  }
  const char* c_str() const { return buffer_; }
  size_t size() const { return size_; }
  std::string_view view() const { return {buffer_, size_}; }
  bool empty() const { return size_ == 0; }

 private:
  char buffer_[kCapacity] = {};
  size_t size_ = 0;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_BASE_TEXT_H_
