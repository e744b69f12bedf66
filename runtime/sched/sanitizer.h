// What AddressSanitizer and UndefinedBehaviorSanitizer are told and asked, when
// a program under test has them: on which stack it runs, and that a report ends
// the run. Their functions are weak: without them nothing happens. Called by
// the scheduler and by whatever switches fibers; no decision points.
#ifndef DETSIM_RUNTIME_SCHED_SANITIZER_H_
#define DETSIM_RUNTIME_SCHED_SANITIZER_H_

#include <cstddef>
#include <cstdint>

#include "runtime/fiber/stacks.h"

extern "C" {
// clang's <sanitizer/common_interface_defs.h> and <sanitizer/asan_interface.h>.
__attribute__((weak)) void __sanitizer_start_switch_fiber(void** fake_stack,
                                                          const void* bottom,
                                                          size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void* fake_stack,
                                                           const void** bottom,
                                                           size_t* size);
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());
__attribute__((weak)) void __asan_unpoison_memory_region(
    const volatile void* begin, size_t size);
__attribute__((weak)) void* __asan_get_report_pc();
__attribute__((weak)) void* __asan_get_report_bp();
__attribute__((weak)) int __asan_report_present();
}

namespace detsim::runtime {

// Right before a switch to a fiber on `stack`. Give the result to SwitchedTo()
// when this one goes on.
inline void* SwitchesTo(const Stack& stack) {
  void* fake_stack = nullptr;
  if (__sanitizer_start_switch_fiber != nullptr) [[unlikely]] {
    __sanitizer_start_switch_fiber(&fake_stack, stack.low,
                                   static_cast<size_t>(stack.high - stack.low));
  }
  return fake_stack;
}

// The first thing after a switch; null in a new fiber. Returns the stack that
// was left.
inline Stack SwitchedTo(void* fake_stack) {
  const void* bottom = nullptr;
  size_t size = 0;
  if (__sanitizer_finish_switch_fiber != nullptr) [[unlikely]] {
    __sanitizer_finish_switch_fiber(fake_stack, &bottom, &size);
  }
  auto* low = static_cast<char*>(const_cast<void*>(bottom));
  return {low, low + size};
}

// What another fiber's frames have left on a stack from the pool.
inline void ForgetFrames(const Stack& stack) {
  if (__asan_unpoison_memory_region != nullptr) [[unlikely]] {
    __asan_unpoison_memory_region(stack.low,
                                  static_cast<size_t>(stack.high - stack.low));
  }
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_SANITIZER_H_
