// An array in its own memory mapping with a fixed maximum. The runtime lives
// inside the program under test and must not touch that program's heap: its
// layout would then depend on what the runtime records.
#ifndef DETSIM_RUNTIME_BASE_MAPPED_ARRAY_H_
#define DETSIM_RUNTIME_BASE_MAPPED_ARRAY_H_

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/base/check.h"
#include "runtime/base/runtime_memory.h"

namespace detsim::runtime {

// Pages are taken from the system as they are written, so a generous maximum
// costs address space only. Never unmapped: instances are globals.
template <typename T>
class MappedArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  constexpr MappedArray() = default;
  MappedArray(const MappedArray&) = delete;
  MappedArray& operator=(const MappedArray&) = delete;

  // Makes room for `capacity` elements, all-zero bytes. With `shared`, forked
  // children and their parent see the same memory. Idempotent.
  void Map(size_t capacity, bool shared = false) {
    if (data_ != nullptr) return;
    void* p = MapRuntimeMemory(
        capacity * sizeof(T), PROT_READ | PROT_WRITE,
        (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1);
    data_ = static_cast<T*>(p);
    capacity_ = capacity;
  }

  // False, and nothing stored, when full.
  bool push_back(const T& value) {
    if (size_ == capacity_) return false;
    data_[size_++] = value;
    return true;
  }
  T pop_back() { return data_[--size_]; }
  void erase(size_t index) {
    --size_;
    for (size_t i = index; i < size_; ++i) data_[i] = data_[i + 1];
  }
  void clear() { size_ = 0; }
  void resize(size_t size) {
    DETSIM_CHECK(size <= capacity_);
    size_ = size;
  }

  T& operator[](size_t index) { return data_[index]; }
  const T& operator[](size_t index) const { return data_[index]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == capacity_; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_BASE_MAPPED_ARRAY_H_
