// Native thread-locals for fibers (--own_libs). The C library keeps for each
// thread a block: thread_local variables of all modules, errno, the stack
// protector's secret. x86-64 code reaches it through the fs register, so a
// fiber that has a block of its own, and fs pointing to it while it runs, is a
// thread of its own to code that was compiled without us.
//
// Relies on glibc's private interface (what its dynamic linker and its thread
// library tell each other, and what it exports for debuggers), which
// PrepareThreadBlocks() looks for.
#ifndef DETSIM_RUNTIME_FIBER_THREAD_BLOCK_H_
#define DETSIM_RUNTIME_FIBER_THREAD_BLOCK_H_

namespace detsim::runtime {

// On the main thread, before the other calls; idempotent. Null, or a sentence
// without a full stop that says why it cannot be done.
const char* PrepareThreadBlocks();

// As a new thread would find it: every variable has its initial value. Comes
// from the heap. Aborts when there is no memory.
void* CreateThreadBlock();
// It must not be the one in use.
void DestroyThreadBlock(void* block);

// The calling thread's.
void* CurrentThreadBlock();
// 5 ns, or 200 ns where the processor or the system has no wrfsbase.
void UseThreadBlock(void* block);

// In a child that was forked: the block's thread is that process's now.
void RenewThreadId(void* block);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_FIBER_THREAD_BLOCK_H_
