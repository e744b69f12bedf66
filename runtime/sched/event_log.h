// What a traced run leaves behind: its events, and who could run when. The
// scheduler writes the events; the instrumentation adds the values of atomic
// operations to those that were announced.
#ifndef DETSIM_RUNTIME_SCHED_EVENT_LOG_H_
#define DETSIM_RUNTIME_SCHED_EVENT_LOG_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/trace/event.h"

namespace detsim::runtime {

inline constexpr uint64_t kEventsMax = 4ull << 20;  // Of a run.

// What an atomic operation did, as its hook knows it.
struct AtomicValues {
  uint64_t read = 0;
  uint64_t written = 0;
  uint8_t flags = 0;  // As in Event, without those about addresses.
};

class EventLog {
 public:
  constexpr EventLog() = default;

  void Map() {
    events_.Map(kEventsMax);
    able_changes_.Map(kEventsMax);
  }
  void Begin(bool on) {
    events_.clear();
    able_changes_.clear();
    on_ = on;
  }

  bool on() const { return on_; }
  // What comes when it is full is left out.
  void Add(const Event& event) { events_.push_back(event); }
  // From the next event on `task` can run, or cannot.
  void NoteAble(uint32_t task, bool able) {
    if (on_) [[unlikely]] {
      able_changes_.push_back({.event = static_cast<uint32_t>(events_.size()),
                               .task = task,
                               .able = able});
    }
  }
  // `task` has performed the atomic operation that it announced last.
  void NoteValues(uint32_t task, const AtomicValues& values);

  MappedArray<Event>& events() { return events_; }
  const MappedArray<AbleChange>& able_changes() const { return able_changes_; }

 private:
  MappedArray<Event> events_;
  MappedArray<AbleChange> able_changes_;
  bool on_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_SCHED_EVENT_LOG_H_
