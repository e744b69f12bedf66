// What cannot be rewritten, by kind, and what only looks like it.
#include <sys/syscall.h>
#include <unistd.h>

#include <mutex>
#include <thread>

#define PASTE(a, b) std::a##b
#define QUALIFIED(ns) ns::mutex
#define KEPT            \
  std::mutex /* detsim: keep */ \
      kept;             \
  detsim::mutex moved

PASTE(mu, tex) pasted;
QUALIFIED(std) split;
KEPT;
std::thread left;  // detsim: keep: nobody waits for it
detsim::thread gone;  // detsim keep

template <class T>
void Assembly(T value) {
  asm volatile("" ::: "memory");
  __asm__ __volatile__("pause");
  asm("rep; nop");
  asm volatile("mfence" ::: "memory");
  asm("lock; incl %0" : "+m"(value));
}
asm("");
asm(".globl a_label");

#ifdef NEVER
std::mutex inactive;
#endif

long Calls(long number) {
  detsim_syscall(SYS_gettid);
  long a = detsim_syscall(SYS_futex, &number, 0, 0, nullptr);
  long b = detsim_syscall(SYS_getcpu, nullptr, nullptr, nullptr);
  return a + b + detsim_syscall(number);
}
