// A choice: one nondeterministic decision of a run, named by where it was
// taken (its key) rather than by its index, so that removing one leaves the
// meaning of the others alone. Only non-zero choices are stored: 0 always
// means "nothing unusual".
#ifndef DETSIM_RUNTIME_CHOICE_CHOICE_H_
#define DETSIM_RUNTIME_CHOICE_CHOICE_H_

#include <cstdint>
#include <tuple>

namespace detsim::runtime {

// Values are part of the artifact format: append, never renumber.
enum class Stream : uint8_t {
  kSchedule = 0,  // Who runs next; the value is the chosen thread's key.
  kAccess = 1,    // A preemption at a plain access; value as above.
  kWake = 2,      // Which waiter notify_one wakes; 0 is the longest.
  kSpurious = 3,  // Spurious wake-ups and failures; 1 is "happens".
  kTime = 4,      // Let time pass although somebody could run; 1 is "yes".
  kValue = 5,     // A random value handed to the program.
};

inline constexpr int kStreams = 6;

// "schedule", "access", "wake", "spurious", "time", "value".
const char* StreamName(Stream stream);

// Names a thread across runs: a hash of its spawn path. The main thread's path
// is "0", its third spawn "0.2", that one's first "0.2.0".
using ThreadKey = uint64_t;

inline constexpr ThreadKey kMainThreadKey = 0x9ae16a3b2f90404full;

// The key of the `index`-th thread spawned by `parent` (from 0). Never 0.
constexpr ThreadKey ChildThreadKey(ThreadKey parent, uint32_t index) {
  uint64_t z = parent + 0x9e3779b97f4a7c15ull * (index + 1ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  return z != 0 ? z : 1;
}

// Where a choice was taken. `operation` is the ordinal of the thread's latest
// announced operation. `sub` tells choices of one operation and stream apart:
// for kAccess the number of plain accesses since that operation, else a count
// (a mutex that blocks again, a second waiter to pick, ...).
struct ChoiceKey {
  ThreadKey thread = 0;
  uint64_t operation = 0;
  uint32_t sub = 0;
  Stream stream = Stream::kSchedule;

  friend bool operator==(const ChoiceKey&, const ChoiceKey&) = default;
  friend bool operator<(const ChoiceKey& a, const ChoiceKey& b) {
    return std::tie(a.thread, a.operation, a.stream, a.sub) <
           std::tie(b.thread, b.operation, b.stream, b.sub);
  }
};

struct Choice {
  ChoiceKey key;
  uint64_t value = 0;

  friend bool operator==(const Choice&, const Choice&) = default;
};

inline constexpr uint64_t kChoicesMax = 4ull << 20;  // Recorded in a run.

static_assert(sizeof(Choice) == 32, "Choices cross process boundaries as is.");

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_CHOICE_H_
