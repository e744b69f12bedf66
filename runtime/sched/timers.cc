#include "runtime/sched/timers.h"

#include <algorithm>

namespace detsim::runtime {

void Timers::Add(Task* task, Instant deadline) {
  task->deadline = deadline;
  task->timer_sequence = ++sequence_;
  DETSIM_CHECK(heap_.push_back(task));
  SiftUp(static_cast<uint32_t>(heap_.size() - 1));
}

void Timers::Remove(Task* task) {
  uint32_t index = task->timer_index;
  if (index == kNotInHeap) return;
  task->timer_index = kNotInHeap;
  task->deadline = kForever;
  Task* moved = heap_.pop_back();
  if (moved == task) return;
  Place(index, moved);
  SiftUp(index);
  SiftDown(moved->timer_index);
}

Instant Timers::last_deadline() const {
  Instant last = kRunStart;
  for (size_t i = 0; i < heap_.size(); ++i) {
    last = std::max(last, heap_[i]->deadline);
  }
  return last;
}

void Timers::Place(uint32_t index, Task* task) {
  heap_[index] = task;
  task->timer_index = index;
}

void Timers::SiftUp(uint32_t index) {
  Task* task = heap_[index];
  while (index > 0 && Before(task, heap_[(index - 1) / 2])) {
    Place(index, heap_[(index - 1) / 2]);
    index = (index - 1) / 2;
  }
  Place(index, task);
}

void Timers::SiftDown(uint32_t index) {
  Task* task = heap_[index];
  for (;;) {
    uint32_t child = 2 * index + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && Before(heap_[child + 1], heap_[child])) {
      ++child;
    }
    if (!Before(heap_[child], task)) break;
    Place(index, heap_[child]);
    index = child;
  }
  Place(index, task);
}

}  // namespace detsim::runtime
