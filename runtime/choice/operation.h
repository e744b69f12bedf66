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
};

inline constexpr int kOperationKinds = 47;

// The word used in reports: "lock", "notify_one", ...
const char* OperationName(OperationKind kind);

// What a thread is about to do.
struct PendingOperation {
  OperationKind kind = OperationKind::kNone;
  uint8_t size = 0;  // Bytes accessed; 0 where it makes no sense.
  const volatile void* object = nullptr;
  uintptr_t pc = 0;  // Return address into the calling code.
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_OPERATION_H_
