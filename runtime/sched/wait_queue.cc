// The queues inside mutexes, conditions and events: intrusive lists of tasks.
#include "runtime/sched/task.h"

namespace detsim::runtime {

void Enqueue(detsim_queue* queue, Task* task) {
  task->queue_next = nullptr;
  task->queue = queue;
  if (queue->tail != nullptr) {
    static_cast<Task*>(queue->tail)->queue_next = task;
  } else {
    queue->head = task;
  }
  queue->tail = task;
}

void Dequeue(Task* task) {
  detsim_queue* queue = task->queue;
  if (queue == nullptr) return;
  Task* previous = nullptr;
  for (Task* t = QueueHead(*queue); t != nullptr; t = t->queue_next) {
    if (t == task) {
      if (previous != nullptr) {
        previous->queue_next = t->queue_next;
      } else {
        queue->head = t->queue_next;
      }
      if (queue->tail == t) queue->tail = previous;
      break;
    }
    previous = t;
  }
  task->queue = nullptr;
  task->queue_next = nullptr;
}

uint32_t QueueLength(const detsim_queue& queue) {
  uint32_t length = 0;
  for (Task* t = QueueHead(queue); t != nullptr; t = t->queue_next) ++length;
  return length;
}

}  // namespace detsim::runtime
