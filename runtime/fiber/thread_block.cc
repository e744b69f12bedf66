#include "runtime/fiber/thread_block.h"

#include <asm/prctl.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/base/check.h"

namespace detsim::runtime {
namespace {

// The System V ABI for x86-64 and glibc's tcbhead_t: the block begins with a
// pointer to itself, and so does its third word.
constexpr size_t kSelf = 0x00;
constexpr size_t kSelfAgain = 0x10;
// What all threads of a process have in common: whether there are others, the
// secrets of stack protector and pointer encryption, shadow stacks.
constexpr size_t kCommonBegin = 0x18;
constexpr size_t kCommonEnd = 0x50;

constexpr unsigned long kHwcap2Fsgsbase = 1 << 1;

// glibc describes its fields to debuggers so (nptl_db).
struct FieldDescription {
  uint32_t bits;
  uint32_t elements;
  uint32_t offset;
};

// glibc's list of all threads goes through their blocks. It is there that a
// library that is loaded later finds the threads whose variables to set, and
// that a forked child takes its own thread out of.
struct Links {
  Links* next;
  Links* previous;
};

struct CLibrary {
  void* (*allocate)(void* memory);
  void (*deallocate)(void* block, bool memory_too);
  ptrdiff_t thread_id;  // Its place in a block.
  ptrdiff_t links;      // The same for what makes blocks a list.
  // The library's own thread-locals, counted from the block.
  ptrdiff_t locals;
  size_t locals_bytes;
  ptrdiff_t error;  // Where errno is.
};

CLibrary library;
bool has_wrfsbase = false;
// Never run by a thread. New blocks take the library's own variables from it.
char* model = nullptr;

template <typename T>
T* At(void* block, ptrdiff_t offset) {
  return reinterpret_cast<T*>(static_cast<char*>(block) + offset);
}

template <typename T>
bool FindSymbol(const char* name, T* symbol) {
  *symbol = reinterpret_cast<T>(dlsym(RTLD_DEFAULT, name));
  return *symbol != nullptr;
}

// The module whose thread-locals errno is one of is the C library.
int FindLocals(dl_phdr_info* module, size_t, void*) {
  auto* locals = static_cast<char*>(module->dlpi_tls_data);
  for (int i = 0; locals != nullptr && i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr) & header = module->dlpi_phdr[i];
    if (header.p_type != PT_TLS) continue;
    auto* error = reinterpret_cast<char*>(&errno);
    if (error < locals || error >= locals + header.p_memsz) continue;
    library.locals = locals - static_cast<char*>(CurrentThreadBlock());
    library.locals_bytes = header.p_memsz;
    return 1;
  }
  return 0;
}

bool FindLibrary() {
  const FieldDescription* thread_id = nullptr;
  const FieldDescription* links = nullptr;
  if (!FindSymbol("_dl_allocate_tls", &library.allocate) ||
      !FindSymbol("_dl_deallocate_tls", &library.deallocate) ||
      !FindSymbol("_thread_db_pthread_tid", &thread_id) ||
      !FindSymbol("_thread_db_pthread_list", &links) ||
      dl_iterate_phdr(&FindLocals, nullptr) == 0) {
    return false;
  }
  library.thread_id = thread_id->offset;
  library.links = links->offset;
  void* main = CurrentThreadBlock();
  library.error = reinterpret_cast<char*>(&errno) - static_cast<char*>(main);
  int id = 0;
  asm volatile("syscall" : "=a"(id) : "a"(SYS_gettid) : "rcx", "r11");
  return *At<void*>(main, kSelfAgain) == main &&
         *At<int>(main, library.thread_id) == id;
}

char* NewBlock() {
  auto* block = static_cast<char*>(library.allocate(nullptr));
  DETSIM_CHECK(block != nullptr);
  auto* current = static_cast<char*>(CurrentThreadBlock());
  *At<void*>(block, kSelf) = *At<void*>(block, kSelfAgain) = block;
  memcpy(block + kCommonBegin, current + kCommonBegin,
         kCommonEnd - kCommonBegin);
  // After the current thread's.
  auto* links = At<Links>(block, library.links);
  auto* before = At<Links>(current, library.links);
  *links = {before->next, before};
  before->next->previous = links;
  before->next = links;
  return block;
}

// A thread's first call of malloc gives it a store of free memory for itself
// alone. Fibers share one, since nobody is preempted inside malloc: what each
// of thousands of short threads leaves in a store of its own would be lost.
void FillModel() {
  mallopt(M_ARENA_MAX, 1);
  model = NewBlock();
  void* mine = CurrentThreadBlock();
  UseThreadBlock(model);
  void* volatile first = malloc(1);
  free(first);
  UseThreadBlock(mine);
}

}  // namespace

const char* PrepareThreadBlocks() {
  if (model != nullptr) return nullptr;
  has_wrfsbase = (getauxval(AT_HWCAP2) & kHwcap2Fsgsbase) != 0;
  if (!FindLibrary()) {
    return "--own_libs needs a dynamically linked glibc, 2.34 or newer, whose "
           "threads it can imitate";
  }
  FillModel();
  return nullptr;
}

void* CreateThreadBlock() {
  char* block = NewBlock();
  memcpy(block + library.locals, model + library.locals, library.locals_bytes);
  *At<int>(block, library.error) = 0;
  RenewThreadId(block);
  return block;
}

void DestroyThreadBlock(void* block) {
  const auto* links = At<Links>(block, library.links);
  links->next->previous = links->previous;
  links->previous->next = links->next;
  library.deallocate(block, true);
}

void* CurrentThreadBlock() {
  void* block;
  asm volatile("movq %%fs:0, %0" : "=r"(block));
  return block;
}

void UseThreadBlock(void* block) {
  if (has_wrfsbase) {
    asm volatile("wrfsbase %0" : : "r"(block) : "memory");
    return;
  }
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(SYS_arch_prctl), "D"(ARCH_SET_FS), "S"(block)
               : "rcx", "r11", "memory");
  DETSIM_CHECK(result == 0);
}

void RenewThreadId(void* block) {
  int id = 0;
  asm volatile("syscall" : "=a"(id) : "a"(SYS_gettid) : "rcx", "r11");
  *At<int>(block, library.thread_id) = id;
}

}  // namespace detsim::runtime
