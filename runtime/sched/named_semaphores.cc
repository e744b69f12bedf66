// A name and its semaphore part when the name is unlinked; the semaphore lives
// on until whoever opened it has closed it (POSIX, sem_unlink).
#include "runtime/sched/named_semaphores.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>

#include <cstring>

#include "runtime/base/mapped_array.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

constexpr size_t kNamedSemaphoresMax = 4096;
// A file's name begins with "sem." in the system.
constexpr size_t kNameBytes = NAME_MAX - 4 + 1;

struct NamedSemaphore {
  detsim_semaphore semaphore;
  uint32_t opens;  // How often it is open.
  bool linked;     // The name leads to it.
  char name[kNameBytes];
};

constinit MappedArray<NamedSemaphore> table;

// Without its leading slashes; null, and an error, if it cannot be a name.
const char* FileName(const char* name, int* error) {
  while (*name == '/') ++name;
  size_t length = strlen(name);
  if (length == 0 || strchr(name, '/') != nullptr) {
    *error = EINVAL;
    return nullptr;
  }
  if (length >= kNameBytes) {
    *error = ENAMETOOLONG;
    return nullptr;
  }
  return name;
}

NamedSemaphore* Find(const char* name) {
  for (NamedSemaphore& entry : table) {
    if (entry.linked && strcmp(entry.name, name) == 0) return &entry;
  }
  return nullptr;
}

// One that nobody has any more, or a new one; null when there is no room.
NamedSemaphore* Make(const char* name, unsigned value) {
  NamedSemaphore* made = nullptr;
  for (NamedSemaphore& entry : table) {
    if (!entry.linked && entry.opens == 0) made = &entry;
  }
  if (made == nullptr) {
    if (table.full()) return nullptr;
    table.resize(table.size() + 1);
    made = &table[table.size() - 1];
  }
  *made = {.semaphore = {.waiters = {}, .count = value}, .linked = true};
  strcpy(made->name, name);
  return made;
}

}  // namespace

void PrepareNamedSemaphores() { table.Map(kNamedSemaphoresMax); }

void ForgetNamedSemaphores() { table.clear(); }

extern "C" {

DETSIM_ABI detsim_semaphore* detsim_semaphore_open(const char* name, int flags,
                                                   unsigned value,
                                                   int* error) noexcept {
  name = FileName(name, error);
  if (name == nullptr) return nullptr;
  scheduler.Announce(OperationKind::kOpen, nullptr, DETSIM_CALLER);
  NamedSemaphore* entry = Find(name);
  if (entry == nullptr) {
    *error = (flags & O_CREAT) == 0 ? ENOENT : value > INT_MAX ? EINVAL : 0;
    if (*error != 0) return nullptr;
    entry = Make(name, value);
    *error = ENFILE;
    if (entry == nullptr) return nullptr;
  } else if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
    *error = EEXIST;
    return nullptr;
  }
  ++entry->opens;
  return &entry->semaphore;
}

DETSIM_ABI int detsim_semaphore_close(detsim_semaphore* s) noexcept {
  for (NamedSemaphore& entry : table) {
    if (&entry.semaphore != s || entry.opens == 0) continue;
    --entry.opens;
    return 0;
  }
  return EINVAL;
}

DETSIM_ABI int detsim_semaphore_unlink(const char* name) noexcept {
  int error = ENOENT;
  name = FileName(name, &error);
  if (name == nullptr) return error;
  scheduler.Announce(OperationKind::kOpen, nullptr, DETSIM_CALLER);
  NamedSemaphore* entry = Find(name);
  if (entry == nullptr) return ENOENT;
  entry->linked = false;
  return 0;
}

}  // extern "C"

}  // namespace detsim::runtime
