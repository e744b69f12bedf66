// The tasks that wait with a deadline: a binary heap, earliest first; equal
// deadlines in the order they were set.
#ifndef DETSIM_RUNTIME_SCHED_TIMERS_H_
#define DETSIM_RUNTIME_SCHED_TIMERS_H_

#include "runtime/base/mapped_array.h"
#include "runtime/sched/task.h"

namespace detsim::runtime {

class Timers {
 public:
  constexpr Timers() = default;

  void Map(size_t capacity) { heap_.Map(capacity); }
  void Clear() {
    heap_.clear();
    sequence_ = 0;
  }
  // Sets task->deadline.
  void Add(Task* task, Instant deadline);
  // Resets task->deadline; nothing if it has none.
  void Remove(Task* task);

  bool empty() const { return heap_.empty(); }
  Task* first() const { return heap_[0]; }
  // The latest deadline; kRunStart if there is none. Linear.
  Instant last_deadline() const;

 private:
  static bool Before(const Task* a, const Task* b) {
    if (a->deadline != b->deadline) return a->deadline < b->deadline;
    return a->timer_sequence < b->timer_sequence;
  }
  void Place(uint32_t index, Task* task);
  void SiftUp(uint32_t index);
  void SiftDown(uint32_t index);

  MappedArray<Task*> heap_;
  uint64_t sequence_ = 0;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_TIMERS_H_
