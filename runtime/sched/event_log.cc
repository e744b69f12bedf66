#include "runtime/sched/event_log.h"

#include <errno.h>
#include <sys/syscall.h>

#include "runtime/sched/raw_syscall.h"

namespace detsim::runtime {
namespace {

// No program has memory above; what is below, programs also count with.
constexpr uint64_t kAddressMin = uint64_t{1} << 32;
constexpr uint64_t kAddressEnd = uint64_t{1} << 47;
constexpr uint64_t kPageBytes = 4096;
constexpr int kPointerSizeLog2 = 3;

// Whether `value` points into memory of the program. A number may look like
// that by chance; a pointer always does, as long as it points to something.
bool IsAddress(uint64_t value) {
  if (value < kAddressMin || value >= kAddressEnd) return false;
  unsigned char resident = 0;
  int saved_errno = errno;
  long result =
      RawSyscall(SYS_mincore, static_cast<long>(value & ~(kPageBytes - 1)), 1,
                 reinterpret_cast<long>(&resident));
  errno = saved_errno;
  return result == 0;
}

}  // namespace

void EventLog::NoteValues(uint32_t task, const AtomicValues& values) {
  if (!on_) return;
  size_t index = events_.size();
  // A choice comes after the announcement when it fails spuriously.
  while (index > 0 && events_[index - 1].choice_stream != kNoChoice) --index;
  if (index == 0) return;
  Event& event = events_[index - 1];
  bool atomic = event.kind == OperationKind::kAtomicLoad ||
                event.kind == OperationKind::kAtomicStore ||
                event.kind == OperationKind::kAtomicRmw;
  // Other events of the thread in between: the log was full, or somebody else's
  // hook took the announcement.
  if (!atomic || event.task != task) return;
  event.read = values.read;
  event.written = values.written;
  event.value_flags = values.flags;
  if (values.flags >> kValueSizeShift != kPointerSizeLog2) return;
  if ((values.flags & kValueRead) && IsAddress(values.read)) {
    event.value_flags |= kReadAddress;
  }
  if ((values.flags & kValueWritten) && IsAddress(values.written)) {
    event.value_flags |= kWrittenAddress;
  }
}

}  // namespace detsim::runtime
