// std::call_once and std::promise in code that is not rewritten use libstdc++'s
// native thread-locals __once_callable and __once_call, which do not link with
// emulated TLS. Ours are emulated (this file is compiled with -femulated-tls).
namespace std {

extern __thread void* __once_callable;
extern __thread void (*__once_call)();
__attribute__((visibility("default"))) __thread void* __once_callable;
__attribute__((visibility("default"))) __thread void (*__once_call)();

extern "C" __attribute__((visibility("default"))) void __once_proxy() {
  __once_call();
}

}  // namespace std
