// Which bytes of stacks more than one thread touches. What a thread has on its
// own stack is mostly seen by nobody else, so a source that wants to be asked
// at every access (kEveryAccess) is not asked about that.
#ifndef DETSIM_RUNTIME_SCHED_SHARED_STACK_H_
#define DETSIM_RUNTIME_SCHED_SHARED_STACK_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/fiber/stacks.h"

// Reached without the detour that a shared library could take over.
#define DETSIM_HIDDEN __attribute__((visibility("hidden")))
// The same for what instrumented code reaches too, also in shared libraries.
#define DETSIM_SHARED __attribute__((visibility("protected")))

namespace detsim::runtime {

// The running thread's stack: stores into it are no sign of progress.
struct CurrentStack {
  uintptr_t low = 0;
  uintptr_t bytes = 0;
};
DETSIM_SHARED extern CurrentStack current_stack __asm__("detsim_current_stack");

inline bool OnCurrentStack(const volatile void* address) {
  return reinterpret_cast<uintptr_t>(address) - current_stack.low <
         current_stack.bytes;
}

// Lines of 64 bytes that a thread has touched on another one's stack since the
// run began, a bit for each by hash: two that share a bit cost a question, no
// more. Only accesses that the source is asked about are seen.
class SharedStack {
 public:
  constexpr SharedStack() = default;

  void Map() { lines_.Map(kBits / 64 + 1); }
  void Clear() {
    if (!Any()) return;
    for (uint64_t i = 0; i <= kBits / 64; ++i) lines_[i] = 0;
  }

  // Another thread may see what the running one does at `address`.
  bool MayBeSeen(const volatile void* address) const {
    if (!OnCurrentStack(address)) return true;
    if (!Any()) return false;
    uint64_t bit = Bit(address);
    return (lines_[bit / 64] >> bit % 64 & 1) != 0;
  }

  // The running thread is about to access `address`.
  void Note(const volatile void* address) {
    if (!IsOnAStack(address) || OnCurrentStack(address)) return;
    uint64_t bit = Bit(address);
    lines_[bit / 64] |= uint64_t{1} << bit % 64;
    lines_[kBits / 64] = 1;
  }

 private:
  static constexpr int kBitsLog = 14;
  static constexpr uint64_t kBits = uint64_t{1} << kBitsLog;

  static uint64_t Bit(const volatile void* address) {
    return (reinterpret_cast<uintptr_t>(address) >> 6) *
               0x9e3779b97f4a7c15ull >>
           (64 - kBitsLog);
  }

  bool Any() const { return lines_[kBits / 64] != 0; }

  // And a last word that is not 0 if any of the others is. It stands here since
  // what is static may be put back between runs, and this memory is not.
  MappedArray<uint64_t> lines_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_SHARED_STACK_H_
