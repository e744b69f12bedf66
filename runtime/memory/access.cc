#include "runtime/memory/access.h"

#include "runtime/base/text.h"

namespace detsim::runtime {

void AccessSlowly(const volatile void* address, size_t size, uintptr_t pc,
                  bool is_write) {
  if (access_budget < 0) {
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

}  // namespace detsim::runtime
