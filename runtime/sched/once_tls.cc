// std::call_once and std::promise in code that is not rewritten use libstdc++'s
// native thread-locals __once_callable and __once_call, which do not link with
// emulated TLS. Ours are emulated (this file is compiled with -femulated-tls).
// Precompiled code still sets the native ones: its call is left to libstdc++.
#include <dlfcn.h>

#include "runtime/base/check.h"

namespace std {

extern __thread void* __once_callable;
extern __thread void (*__once_call)();
__attribute__((visibility("default"))) __thread void* __once_callable;
__attribute__((visibility("default"))) __thread void (*__once_call)();

extern "C" __attribute__((visibility("default"))) void __once_proxy() {
  if (__once_call != nullptr) {
    __once_call();
    return;
  }
  auto next = reinterpret_cast<void (*)()>(dlsym(RTLD_NEXT, "__once_proxy"));
  DETSIM_CHECK(next != nullptr);
  next();
}

}  // namespace std
