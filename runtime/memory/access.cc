#include "runtime/memory/access.h"

#include "runtime/base/text.h"
#include "runtime/sched/race_reports.h"

namespace detsim::runtime {

void PassAccessPoint(const volatile void* address, size_t size, uintptr_t pc,
                     bool is_write) {
  if (accesses_held ? --held_budget < 0 : access_budget < 0) {
    scheduler.Initialize();
    scheduler.AccessPoint(address, size, pc, is_write);
  }
  // After the preemption: another thread may have freed it meanwhile.
  if (!IsFreed(address)) return;
  FixedText<64> what;
  what << (is_write ? "a write of " : "a read of ") << size
       << (size == 1 ? " byte" : " bytes");
  UseAfterFree(address, what.c_str(), pc);
}

void AccessSlowly(const volatile void* address, size_t size, uintptr_t pc,
                  bool is_write) {
  PassAccessPoint(address, size, pc, is_write);
  if (!races.active()) return;
  NoteAccess({.address = reinterpret_cast<uintptr_t>(address),
              .size = size,
              .pc = pc,
              .is_write = is_write});
}

}  // namespace detsim::runtime
