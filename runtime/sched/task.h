// A simulated thread: a fiber and all that a real thread would own.
#ifndef DETSIM_RUNTIME_SCHED_TASK_H_
#define DETSIM_RUNTIME_SCHED_TASK_H_

#include <cstdint>

#include "runtime/base/time.h"
#include "runtime/choice/choice_source.h"
#include "runtime/fiber/stacks.h"
#include "runtime/include/detsim/abi.h"

namespace detsim::runtime {

enum class TaskState : uint8_t { kReady, kRunning, kBlocked, kFinished };

// What __cxa_get_globals() points to: the caught exceptions of a thread. One
// OS thread has one; every switch swaps its 16 bytes.
struct ExceptionGlobals {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

// A destructor to run when the thread ends.
struct ExitHandler {
  void (*function)(void*);
  void* argument;
};

// What detsim_at_thread_exit registered; the latest first.
struct LateHandler {
  void (*function)(void*);
  void* argument;
  LateHandler* next;
};

inline constexpr uint32_t kThreadNameBytes = 32;
inline constexpr uint32_t kNotInHeap = ~uint32_t{0};

// Owned by the scheduler's pool, used by one run at a time.
struct Task : Candidate {
  // ---- Execution ----
  void* sp = nullptr;
  Stack stack;
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
  TaskState state = TaskState::kReady;
  bool detached = false;
  bool joined = false;  // Somebody waits in join, or has returned from it.
  int saved_errno = 0;
  ExceptionGlobals exceptions;
  void* thread_block = nullptr;  // With --own_libs (fiber/thread_block.h).

  // ---- Identity ----
  uint32_t spawned = 0;     // Children so far.
  uint32_t clock_slot = 0;  // Its name to the race detector.
  char name[kThreadNameBytes] = {};

  // ---- Waiting ----
  detsim_queue* queue = nullptr;
  Task* queue_next = nullptr;
  const volatile void* wait_address = nullptr;
  Instant deadline = kForever;
  uint64_t timer_sequence = 0;
  uint32_t timer_index = kNotInHeap;
  bool timed_out = false;
  // The waiters among whom it is (competitor.h), and until when.
  detsim_queue* competes = nullptr;
  Instant competes_until = kForever;
  bool interrupted = false;  // And no wait of its own has noticed yet.
  detsim_queue joiners = {nullptr, nullptr};

  // ---- Choices ----
  uint32_t sub[kStreams] = {};  // Choices taken since `operation`.
  uint32_t idle = 0;            // Weight of operations without effect.
  uint32_t idle_yields = 0;
  uint32_t clock_reads = 0;  // In a row.

  // ---- thread_local, keys, destructors (task_local.cc) ----
  void** emulated_tls = nullptr;
  uint32_t emulated_tls_size = 0;
  ExitHandler* exit_handlers = nullptr;
  uint32_t exit_handler_count = 0;
  uint32_t exit_handler_capacity = 0;
  LateHandler* late_handlers = nullptr;
  void** key_values = nullptr;
};

// ---- FIFO queues of tasks (wait_queue.cc) ----

void Enqueue(detsim_queue* queue, Task* task);
// Takes `task` out of the queue it is in, if any.
void Dequeue(Task* task);
uint32_t QueueLength(const detsim_queue& queue);
inline Task* QueueHead(const detsim_queue& queue) {
  return static_cast<Task*>(queue.head);
}

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_TASK_H_
