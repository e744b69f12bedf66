#include "runtime/base/runtime_memory.h"

#include <sys/mman.h>

#include "runtime/base/check.h"

namespace detsim::runtime {
namespace {

constexpr uintptr_t kArraysBegin = 0x620000000000;
constexpr uintptr_t kPage = 4096;

uintptr_t next_address = kArraysBegin;

}  // namespace

void* MapRuntimeMemory(size_t bytes, int protection, int flags, int fd) {
  void* wanted = reinterpret_cast<void*>(next_address);
  void* p = mmap(wanted, bytes, protection,
                 flags | MAP_NORESERVE | MAP_FIXED_NOREPLACE, fd, 0);
  DETSIM_CHECK(p == wanted);
  next_address += (bytes + kPage - 1) / kPage * kPage + kPage;
  DETSIM_CHECK(next_address < kRuntimeMemoryEnd);
  return p;
}

}  // namespace detsim::runtime
