#include "cmd/lib/trace_wakes.h"

#include <deque>
#include <map>
#include <optional>
#include <set>

#include "cmd/lib/trace_words.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::Stream;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

// Plays the queues of waiters: first come, first woken, unless a choice says
// otherwise.
class WakeFinder {
 public:
  explicit WakeFinder(const Trace& trace)
      : trace_(trace),
        open_(trace.threads.size(), kNoEvent),
        pending_(trace.threads.size(), kNoEvent) {}

  std::vector<Blocking> Find() {
    for (size_t i = 0; i < trace_.events.size(); ++i) {
      if (!IsChoice(trace_.events[i])) Step(i);
    }
    return std::move(blockings_);
  }

 private:
  void Step(size_t i) {
    const TraceEvent& event = trace_.events[i];
    switch (event.kind) {
      case OperationKind::kBlock:
        Begin(i);
        break;
      case OperationKind::kResume:
      case OperationKind::kTimeout:
        End(i);
        break;
      default:
        pending_[event.task] = i;
        Wake(i);
        break;
    }
  }

  void Begin(size_t i) {
    const TraceEvent& event = trace_.events[i];
    size_t operation = pending_[event.task];
    Blocking blocking = {.task = event.task,
                         .object = event.object,
                         .operation = operation == kNoEvent ? i : operation,
                         .block = i};
    if (operation != kNoEvent) blocking.kind = trace_.events[operation].kind;
    // Woken from a wait, it competes for the mutex.
    if (blocking.kind == OperationKind::kWait &&
        trace_.events[operation].object != event.object)
      blocking.kind = OperationKind::kLock;
    open_[event.task] = blockings_.size();
    queues_[event.object].push_back(blockings_.size());
    blockings_.push_back(blocking);
  }

  void End(size_t i) {
    const TraceEvent& event = trace_.events[i];
    size_t& open = open_[event.task];
    if (open == kNoEvent) return;
    Blocking& blocking = blockings_[open];
    std::erase(queues_[blocking.object], open);
    blocking.resume = i;
    if (event.kind == OperationKind::kTimeout) blocking.waker = kNoEvent;
    open = kNoEvent;
  }

  // Everybody who waits for `object`, or only the n-th.
  void WakeQueue(size_t i, uint32_t object, std::optional<uint64_t> only) {
    auto found = queues_.find(object);
    if (object == 0 || found == queues_.end()) return;
    std::deque<size_t>& queue = found->second;
    for (size_t at = 0; at < queue.size(); ++at) {
      if (!only || at == *only) blockings_[queue[at]].waker = i;
    }
    if (!only) {
      queue.clear();
    } else if (*only < queue.size()) {
      queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(*only));
    }
  }

  // Everybody who wants the lock or permit `object`. Whoever does not get it
  // stays in the queue: the last to give it up before somebody goes on has
  // woken that one.
  void WakeCompetitors(size_t i, uint32_t object) {
    auto found = queues_.find(object);
    if (object == 0 || found == queues_.end()) return;
    for (size_t waiting : found->second) blockings_[waiting].waker = i;
  }

  void Wake(size_t i) {
    const TraceEvent& event = trace_.events[i];
    switch (event.kind) {
      case OperationKind::kNotifyOne:
        return WakeQueue(i, event.object, Chosen(i));
      case OperationKind::kNotifyAll:
      case OperationKind::kEventSet:
      case OperationKind::kAddressWake:
      case OperationKind::kArrive:
        return WakeQueue(i, event.object, std::nullopt);
      case OperationKind::kUnlock:
      case OperationKind::kSharedUnlock:
      case OperationKind::kSpinUnlock:
      case OperationKind::kRelease:
        return WakeCompetitors(i, event.object);
      case OperationKind::kWait:
        return WakeByWait(i);
      case OperationKind::kEnd:
        return WakeJoins(i);
      default:
        return;
    }
  }

  // Which waiter a notify_one woke: a choice right after it says so.
  uint64_t Chosen(size_t i) const {
    for (size_t j = i + 1; j < trace_.events.size(); ++j) {
      const TraceEvent& event = trace_.events[j];
      if (event.task != trace_.events[i].task || !IsChoice(event)) break;
      if (event.choice_stream == static_cast<uint8_t>(Stream::kWake))
        return event.choice_value;
    }
    return 0;
  }

  // A wait gives its mutex up, which wakes those who want it.
  void WakeByWait(size_t i) {
    if (!given_up_) {
      given_up_.emplace();
      for (const LockHold& hold : LockHolds(trace_))
        given_up_->emplace(hold.last, hold.object);
    }
    auto found = given_up_->find(i);
    if (found != given_up_->end()) WakeCompetitors(i, found->second);
  }

  // Where a join does not say for whom it waits, it is known if only one thread
  // has ended meanwhile.
  void WakeJoins(size_t i) {
    for (size_t open : open_) {
      if (open == kNoEvent) continue;
      Blocking& blocking = blockings_[open];
      if (blocking.kind != OperationKind::kJoin) continue;
      uint32_t joined = trace_.events[blocking.operation].other;
      if (joined != 0) {
        if (joined == trace_.events[i].task) blocking.waker = i;
        continue;
      }
      blocking.waker = ended_.insert(open).second ? i : kNoEvent;
    }
  }

  const Trace& trace_;
  std::vector<Blocking> blockings_;
  std::vector<size_t> open_;     // For each thread, into blockings_.
  std::vector<size_t> pending_;  // For each thread, its last operation.
  std::map<uint32_t, std::deque<size_t>> queues_;
  std::set<size_t> ended_;  // Joins during which a thread has ended.
  // Objects that waits gave up, by event.
  std::optional<std::map<size_t, uint32_t>> given_up_;
};

}  // namespace

std::vector<Blocking> Blockings(const Trace& trace) {
  std::vector<Blocking> blockings = WakeFinder(trace).Find();
  // Nobody woke whoever never went on.
  for (Blocking& blocking : blockings) {
    if (blocking.resume == kNoEvent) blocking.waker = kNoEvent;
  }
  return blockings;
}

}  // namespace detsim::cmd
