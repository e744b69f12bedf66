#include "cmd/lib/trace_links.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "cmd/lib/trace_words.h"

namespace detsim::cmd {

using runtime::OperationKind;
using runtime::Stream;
using runtime::Trace;
using runtime::TraceEvent;

namespace {

enum class Effect { kNone, kLock, kTry, kUnlock, kWait };

Effect EffectOf(OperationKind kind) {
  switch (kind) {
    case OperationKind::kLock:
    case OperationKind::kSharedLock:
    case OperationKind::kSpinLock:
      return Effect::kLock;
    case OperationKind::kTryLock:
    case OperationKind::kTimedLock:
    case OperationKind::kSharedTryLock:
    case OperationKind::kSharedTimedLock:
    case OperationKind::kSpinTryLock:
      return Effect::kTry;
    case OperationKind::kUnlock:
    case OperationKind::kSharedUnlock:
    case OperationKind::kSpinUnlock:
      return Effect::kUnlock;
    case OperationKind::kWait:
      return Effect::kWait;
    default:
      return Effect::kNone;
  }
}

bool IsShared(OperationKind kind) {
  return kind == OperationKind::kSharedLock ||
         kind == OperationKind::kSharedTryLock ||
         kind == OperationKind::kSharedTimedLock ||
         kind == OperationKind::kSharedUnlock;
}

// Walks the events once and keeps who holds what.
class HoldFinder {
 public:
  explicit HoldFinder(const Trace& trace)
      : trace_(trace),
        next_(NextOfThread(trace)),
        threads_(trace.threads.size()) {
    // The next step of the same thread with the same object.
    next_same_.assign(trace.events.size(), kNoEvent);
    std::map<std::pair<uint32_t, uint32_t>, size_t> last;
    for (size_t i = trace.events.size(); i-- > 0;) {
      const TraceEvent& event = trace.events[i];
      if (IsChoice(event)) continue;
      std::pair key(event.task, event.object);
      auto found = last.find(key);
      if (found != last.end()) next_same_[i] = found->second;
      // Marks are part of the operation before them.
      if (!IsMark(event)) last[key] = i;
    }
  }

  std::vector<LockHold> Find() {
    for (size_t i = 0; i < trace_.events.size(); ++i) {
      if (!IsChoice(trace_.events[i])) Step(i);
    }
    return std::move(holds_);
  }

 private:
  struct Thread {
    std::optional<TraceEvent> pending;  // The operation that marks refer to.
    // What a wait on a condition gave up, and has to take again.
    std::optional<LockHold> given_up;
    uint32_t depth = 0;
  };

  void Step(size_t i) {
    const TraceEvent& event = trace_.events[i];
    Thread& thread = threads_[event.task];
    bool blocks = next_[i] != kNoEvent &&
                  trace_.events[next_[i]].kind == OperationKind::kBlock;
    if (IsMark(event)) {
      if (event.kind != OperationKind::kBlock && !blocks) GoOn(i, &thread);
      return;
    }
    // A wait that did not block took its mutex again in between.
    if (thread.given_up) TakeAgain(i, &thread);
    thread.pending = event;
    switch (EffectOf(event.kind)) {
      case Effect::kLock:
        if (!blocks) Take(i, event);
        break;
      case Effect::kTry:
        if (!blocks && IsUnlockedLater(i)) Take(i, event);
        break;
      case Effect::kUnlock:
        Release(i, event);
        break;
      case Effect::kWait:
        GiveUp(i, &thread);
        break;
      case Effect::kNone:
        break;
    }
  }

  // A blocked thread goes on and does not block again.
  void GoOn(size_t i, Thread* thread) {
    if (thread->given_up) return TakeAgain(i, thread);
    if (!thread->pending) return;
    Effect effect = EffectOf(thread->pending->kind);
    if (effect == Effect::kLock ||
        (effect == Effect::kTry && IsUnlockedLater(i)))
      Take(i, *thread->pending);
  }

  bool IsUnlockedLater(size_t i) const {
    size_t next = next_same_[i];
    return next != kNoEvent &&
           EffectOf(trace_.events[next].kind) == Effect::kUnlock;
  }

  LockHold* Held(uint32_t task, uint32_t object) {
    for (size_t index : open_) {
      LockHold& hold = holds_[index];
      if (hold.task == task && hold.object == object) return &hold;
    }
    return nullptr;
  }

  void Take(size_t i, const TraceEvent& event) {
    if (event.object == 0) return;
    if (Held(event.task, event.object) != nullptr) {
      ++depth_[{event.task, event.object}];
      return;
    }
    bool shared = IsShared(event.kind);
    // Whoever had it alone, or has it alone now, is the only one.
    for (size_t at = open_.size(); at-- > 0;) {
      LockHold& other = holds_[open_[at]];
      if (other.object == event.object && !(shared && other.shared))
        Close(at, i);
    }
    open_.push_back(holds_.size());
    depth_[{event.task, event.object}] = 1;
    holds_.push_back({event.task, event.object, shared, i, kNoEvent});
  }

  void Close(size_t at, size_t i) {
    holds_[open_[at]].last = i;
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  void Release(size_t i, const TraceEvent& event) {
    for (size_t at = 0; at < open_.size(); ++at) {
      const LockHold& hold = holds_[open_[at]];
      if (hold.task != event.task || hold.object != event.object) continue;
      if (--depth_[{event.task, event.object}] == 0) Close(at, i);
      return;
    }
  }

  // The mutex that the thread took last.
  void GiveUp(size_t i, Thread* thread) {
    for (size_t at = open_.size(); at-- > 0;) {
      const LockHold& hold = holds_[open_[at]];
      if (hold.task != trace_.events[i].task) continue;
      thread->given_up = hold;
      thread->depth = depth_[{hold.task, hold.object}];
      Close(at, i);
      return;
    }
  }

  void TakeAgain(size_t i, Thread* thread) {
    TraceEvent event;
    event.task = thread->given_up->task;
    event.object = thread->given_up->object;
    event.kind = thread->given_up->shared ? OperationKind::kSharedLock
                                          : OperationKind::kLock;
    thread->given_up.reset();
    Take(i, event);
    depth_[{event.task, event.object}] = thread->depth;
  }

  const Trace& trace_;
  std::vector<size_t> next_;
  std::vector<size_t> next_same_;
  std::vector<Thread> threads_;
  std::vector<LockHold> holds_;
  std::vector<size_t> open_;  // Indexes into holds_.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> depth_;
};

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

  void Wake(size_t i) {
    const TraceEvent& event = trace_.events[i];
    switch (event.kind) {
      case OperationKind::kNotifyOne:
      case OperationKind::kRelease:
        return WakeQueue(i, event.object, Chosen(i));
      case OperationKind::kNotifyAll:
      case OperationKind::kEventSet:
      case OperationKind::kUnlock:
      case OperationKind::kSharedUnlock:
      case OperationKind::kSpinUnlock:
      case OperationKind::kAddressWake:
      case OperationKind::kArrive:
        return WakeQueue(i, event.object, std::nullopt);
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
    if (found != given_up_->end()) WakeQueue(i, found->second, std::nullopt);
  }

  // A join does not say for whom it waits. Known is what is left when only one
  // thread has ended meanwhile.
  void WakeJoins(size_t i) {
    for (size_t open : open_) {
      if (open == kNoEvent) continue;
      Blocking& blocking = blockings_[open];
      if (blocking.kind != OperationKind::kJoin) continue;
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

std::vector<LockHold> LockHolds(const Trace& trace) {
  return HoldFinder(trace).Find();
}

std::vector<Blocking> Blockings(const Trace& trace) {
  std::vector<Blocking> blockings = WakeFinder(trace).Find();
  // Nobody woke whoever never went on.
  for (Blocking& blocking : blockings) {
    if (blocking.resume == kNoEvent) blocking.waker = kNoEvent;
  }
  return blockings;
}

std::vector<size_t> LastWrites(const Trace& trace) {
  std::vector<size_t> writes(trace.events.size(), kNoEvent);
  std::map<uint32_t, size_t> last;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    bool changes = event.kind == OperationKind::kAtomicStore ||
                   event.kind == OperationKind::kAtomicRmw;
    if (IsChoice(event) || event.object == 0 ||
        (!changes && event.kind != OperationKind::kAtomicLoad))
      continue;
    auto [found, is_first] = last.try_emplace(event.object, i);
    if (!is_first) writes[i] = found->second;
    if (changes)
      found->second = i;
    else if (is_first)
      last.erase(found);
  }
  return writes;
}

std::vector<size_t> NextOfThread(const Trace& trace) {
  std::vector<size_t> next(trace.events.size(), kNoEvent);
  std::vector<size_t> last(trace.threads.size(), kNoEvent);
  for (size_t i = trace.events.size(); i-- > 0;) {
    const TraceEvent& event = trace.events[i];
    next[i] = last[event.task];
    if (!IsChoice(event)) last[event.task] = i;
  }
  return next;
}

}  // namespace detsim::cmd
