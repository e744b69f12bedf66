// Takes values from what a fuzzer made up, from the front. When it is used up,
// zeros come.
#ifndef DETSIM_TEST_FUZZ_FUZZ_INPUT_H_
#define DETSIM_TEST_FUZZ_FUZZ_INPUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace detsim {

class FuzzInput {
 public:
  FuzzInput(const uint8_t* data, size_t size) : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }
  uint8_t Byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  // In [0, end).
  size_t Below(size_t end) {
    size_t value = Byte();
    if (end > 256) value = value << 8 | Byte();
    return end == 0 ? 0 : value % end;
  }
  std::string Text(size_t size_max) {
    size_t size = std::min(Below(size_max + 1), left_);
    std::string text(reinterpret_cast<const char*>(data_), size);
    data_ += size;
    left_ -= size;
    return text;
  }

 private:
  const uint8_t* data_;
  size_t left_;
};

}  // namespace detsim

#endif  // DETSIM_TEST_FUZZ_FUZZ_INPUT_H_
