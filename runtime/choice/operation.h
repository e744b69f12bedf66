// The visible operations of a program under test: what a thread announces
// before it acts. Strategies decide on them, traces record them.
#ifndef DETSIM_RUNTIME_CHOICE_OPERATION_H_
#define DETSIM_RUNTIME_CHOICE_OPERATION_H_

#include <cstdint>

namespace detsim::runtime {

// Values are part of the trace format: append, never renumber.
enum class OperationKind : uint8_t {
  kNone = 0,
  kStart = 1,  // A thread's first step.
  kEnd = 2,
  kSpawn = 3,
  kJoin = 4,
  kLock = 5,
  kTryLock = 6,
  kTimedLock = 7,
  kUnlock = 8,  // Traced, not a decision point.
  kSharedLock = 9,
  kSharedTryLock = 10,
  kSharedTimedLock = 11,
  kSharedUnlock = 12,
  kWait = 13,
  kNotifyOne = 14,
  kNotifyAll = 15,
  kEventSet = 16,
  kEventWait = 17,
  kOnce = 18,
  kYield = 19,
  kSleep = 20,
  kClock = 21,
  kRandom = 22,
  kAtomicLoad = 23,
  kAtomicStore = 24,
  kAtomicRmw = 25,
  kFence = 26,
  kAddressWait = 27,
  kAddressWake = 28,
  kAccess = 29,       // A plain load or store at which a preemption happened.
  kLibraryLock = 30,  // A lock, wait or once inside code that is not rewritten.
  kLibraryWait = 31,
  kStaticGuard = 32,  // The guard of a function-local static.
  kDetach = 33,       // Traced, not a decision point.
  kTimeout = 34,      // Traced: the deadline of a wait passed.
  kResume = 35,       // Traced: a blocked thread goes on.
  kBlock = 36,        // Traced: the operation before it cannot go on yet.
  kAcquire = 37,      // Of a semaphore.
  kTryAcquire = 38,
  kRelease = 39,
  kCount = 40,   // A semaphore's count is read.
  kArrive = 41,  // At a barrier.
  kSpinLock = 42,
  kSpinTryLock = 43,
  kSpinUnlock = 44,  // Traced, not a decision point.
  kInterrupt = 45,   // Of another thread's wait.
  kOpen = 46,        // A name is looked up, made or taken away.
  kPoll = 47,        // Descriptors: whether one is ready.
  kInput = 48,       // Something is taken from one,
  kOutput = 49,      // or given to it.
};

inline constexpr int kOperationKinds = 50;

// The word used in reports: "lock", "notify_one", ...
const char* OperationName(OperationKind kind);

// Operations that leave their object as it was, so that two of them may change
// places. An access says for itself.
inline constexpr uint64_t kReadingKinds =
    uint64_t{1} << static_cast<int>(OperationKind::kSharedLock) |
    uint64_t{1} << static_cast<int>(OperationKind::kSharedTryLock) |
    uint64_t{1} << static_cast<int>(OperationKind::kSharedTimedLock) |
    uint64_t{1} << static_cast<int>(OperationKind::kEventWait) |
    uint64_t{1} << static_cast<int>(OperationKind::kJoin) |
    uint64_t{1} << static_cast<int>(OperationKind::kAtomicLoad) |
    uint64_t{1} << static_cast<int>(OperationKind::kFence) |
    uint64_t{1} << static_cast<int>(OperationKind::kAddressWait) |
    uint64_t{1} << static_cast<int>(OperationKind::kAccess) |
    uint64_t{1} << static_cast<int>(OperationKind::kCount);

constexpr bool Writes(OperationKind kind) {
  return (kReadingKinds >> static_cast<int>(kind) & 1) == 0;
}

// What a thread is about to do.
struct PendingOperation {
  OperationKind kind = OperationKind::kNone;
  bool writes = false;  // It may change its object.
  uint32_t size = 0;    // Bytes accessed; 0 where it makes no sense.
  const volatile void* object = nullptr;
  uintptr_t pc = 0;  // Return address into the calling code.
};

// Their order can matter: they touch the same bytes (an object without a size
// is its first byte), and one of them may change these.
inline bool Conflicts(const PendingOperation& a, const PendingOperation& b) {
  if (a.object == nullptr || b.object == nullptr) return false;
  if (!a.writes && !b.writes) return false;
  auto start_a = reinterpret_cast<uintptr_t>(a.object);
  auto start_b = reinterpret_cast<uintptr_t>(b.object);
  return start_a <= start_b ? start_b - start_a < (a.size != 0 ? a.size : 1)
                            : start_a - start_b < (b.size != 0 ? b.size : 1);
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_OPERATION_H_
