// The target is compiled with -femulated-tls: each access to a thread_local
// asks __emutls_get_address, which is ours, so every fiber has its own. A mix
// with native TLS is a link error, never silent sharing.
#include "runtime/sched/task_local.h"

#include <errno.h>
#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// The compiler's descriptor of one thread_local variable (libgcc's emutls.c).
struct EmulatedTlsControl {
  size_t size;
  size_t align;
  union {
    uintptr_t index;  // From 1; 0 until first used.
    void* address;
  } object;
  void* initial_value;  // Null: zeros.
};

uintptr_t last_tls_index = 0;
uint32_t main_handlers_kept = 0;
// By index: the object was there before the run.
MappedArray<bool> main_tls_kept;

constexpr size_t kMainTlsMax = 1 << 20;  // thread_local variables.
constexpr uint32_t kKeysMax = 1024;      // PTHREAD_KEYS_MAX.
constexpr int kKeyDestructorRounds = 4;  // PTHREAD_DESTRUCTOR_ITERATIONS.
void (*key_destructors[kKeysMax])(void*);
bool key_used[kKeysMax];

void GrowTls(Task* task, uintptr_t size) {
  size += 16;
  auto* grown =
      static_cast<void**>(realloc(task->emulated_tls, size * sizeof(void*)));
  DETSIM_CHECK(grown != nullptr);
  memset(grown + task->emulated_tls_size, 0,
         (size - task->emulated_tls_size) * sizeof(void*));
  task->emulated_tls = grown;
  task->emulated_tls_size = static_cast<uint32_t>(size);
}

__attribute__((noinline)) void* CreateTls(EmulatedTlsControl* control) {
  Task* task = scheduler.current();
  if (control->object.index == 0) control->object.index = ++last_tls_index;
  uintptr_t index = control->object.index;
  if (task->emulated_tls_size < index) GrowTls(task, index);
  size_t align = std::max<size_t>(control->align, alignof(max_align_t));
  size_t size = (control->size + align - 1) / align * align;
  void* object = aligned_alloc(align, size);
  DETSIM_CHECK(object != nullptr);
  if (control->initial_value != nullptr) {
    memcpy(object, control->initial_value, control->size);
  } else {
    memset(object, 0, control->size);
  }
  return task->emulated_tls[index - 1] = object;
}

void RunHandlersDownTo(Task* task, uint32_t count) {
  while (task->exit_handler_count > count) {
    ExitHandler handler = task->exit_handlers[--task->exit_handler_count];
    handler.function(handler.argument);
  }
}

// After every thread_local is gone, those made meanwhile too.
void RunLateHandlers(Task* task, uint32_t kept) {
  while (task->late_handlers != nullptr) {
    LateHandler* late = task->late_handlers;
    task->late_handlers = late->next;
    late->function(late->argument);
    free(late);
    RunHandlersDownTo(task, kept);
  }
}

void RunKeyDestructors(Task* task) {
  for (int round = 0; round < kKeyDestructorRounds; ++round) {
    bool found = false;
    for (uint32_t key = 0; key < kKeysMax && task->key_values != nullptr;
         ++key) {
      void* value = task->key_values[key];
      if (value == nullptr || key_destructors[key] == nullptr) continue;
      found = true;
      task->key_values[key] = nullptr;
      key_destructors[key](value);
    }
    if (!found) break;
  }
}

// A new key's value is null in every thread, whatever an earlier key of that
// number left behind.
void ForgetValues(uint32_t key) {
  for (const ThreadRecord& thread : scheduler.threads()) {
    if (thread.task != nullptr && thread.task->key_values != nullptr) {
      thread.task->key_values[key] = nullptr;
    }
  }
}

}  // namespace

void RunExitHandlers(Task* task) {
  RunHandlersDownTo(task, 0);
  RunLateHandlers(task, 0);
  if (task->key_values != nullptr) RunKeyDestructors(task);
}

void ReleaseTaskLocals(Task* task) {
  for (uint32_t i = 0; i < task->emulated_tls_size; ++i) {
    free(task->emulated_tls[i]);
  }
  free(task->emulated_tls);
  free(task->exit_handlers);
  free(task->key_values);
  task->emulated_tls = nullptr;
  task->emulated_tls_size = 0;
  task->exit_handlers = nullptr;
  task->exit_handler_count = task->exit_handler_capacity = 0;
  task->key_values = nullptr;
}

void PrepareTaskLocals() { main_tls_kept.Map(kMainTlsMax); }

void RememberMainLocals(Task* main) {
  main_handlers_kept = main->exit_handler_count;
  main_tls_kept.resize(main->emulated_tls_size);
  for (uint32_t i = 0; i < main->emulated_tls_size; ++i) {
    main_tls_kept[i] = main->emulated_tls[i] != nullptr;
  }
}

void ResetMainLocals(Task* main) {
  RunHandlersDownTo(main, main_handlers_kept);
  RunLateHandlers(main, main_handlers_kept);
  for (uint32_t i = 0; i < main->emulated_tls_size; ++i) {
    if (i < main_tls_kept.size() && main_tls_kept[i]) continue;
    free(main->emulated_tls[i]);
    main->emulated_tls[i] = nullptr;
  }
}

void AddExitHandler(void (*function)(void*), void* argument) {
  Task* task = scheduler.current();
  if (task->exit_handler_count == task->exit_handler_capacity) {
    task->exit_handler_capacity =
        std::max<uint32_t>(8, 2 * task->exit_handler_capacity);
    task->exit_handlers = static_cast<ExitHandler*>(
        realloc(task->exit_handlers,
                task->exit_handler_capacity * sizeof(ExitHandler)));
    DETSIM_CHECK(task->exit_handlers != nullptr);
  }
  task->exit_handlers[task->exit_handler_count++] = {function, argument};
}

extern "C" {

#define DETSIM_EXPORT __attribute__((visibility("default")))

DETSIM_EXPORT void* __emutls_get_address(EmulatedTlsControl* control) {
  scheduler.Initialize();
  Task* task = scheduler.current();
  uintptr_t index = control->object.index;
  if (index != 0 && index <= task->emulated_tls_size) {
    if (void* object = task->emulated_tls[index - 1]) return object;
  }
  return CreateTls(control);
}

DETSIM_EXPORT int __cxa_thread_atexit(void (*function)(void*), void* argument,
                                      void*) noexcept {
  scheduler.Initialize();
  AddExitHandler(function, argument);
  return 0;
}

DETSIM_EXPORT void detsim_at_thread_exit(void (*function)(void*),
                                         void* argument) noexcept {
  auto* late = static_cast<LateHandler*>(malloc(sizeof(LateHandler)));
  DETSIM_CHECK(late != nullptr);
  Task* task = scheduler.current();
  *late = {function, argument, task->late_handlers};
  task->late_handlers = late;
}

// Keys, through the linker's --wrap: static objects only (the target, a
// system libgtest.a), so that libc and sanitizers keep theirs.

DETSIM_EXPORT int __wrap_pthread_key_create(pthread_key_t* key,
                                            void (*destructor)(void*)) {
  scheduler.Initialize();
  for (uint32_t i = 0; i < kKeysMax; ++i) {
    if (key_used[i]) continue;
    key_used[i] = true;
    ForgetValues(i);
    key_destructors[i] = destructor;
    *key = i;
    return 0;
  }
  return EAGAIN;
}

DETSIM_EXPORT int __wrap_pthread_key_delete(pthread_key_t key) {
  if (key >= kKeysMax || !key_used[key]) return EINVAL;
  key_used[key] = false;
  key_destructors[key] = nullptr;
  return 0;
}

DETSIM_EXPORT void* __wrap_pthread_getspecific(pthread_key_t key) {
  Task* task = scheduler.current();
  if (key >= kKeysMax || task == nullptr || task->key_values == nullptr) {
    return nullptr;
  }
  return task->key_values[key];
}

DETSIM_EXPORT int __wrap_pthread_setspecific(pthread_key_t key,
                                             const void* value) {
  if (key >= kKeysMax || !key_used[key]) return EINVAL;
  scheduler.Initialize();
  Task* task = scheduler.current();
  if (task->key_values == nullptr) {
    if (value == nullptr) return 0;
    task->key_values =
        static_cast<void**>(calloc(kKeysMax, sizeof *task->key_values));
    if (task->key_values == nullptr) return ENOMEM;
  }
  task->key_values[key] = const_cast<void*>(value);
  return 0;
}

}  // extern "C"

}  // namespace detsim::runtime
