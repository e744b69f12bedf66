#include "cmd/lib/trace_links.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "cmd/lib/trace_words.h"

namespace detsim::cmd {

using runtime::OperationKind;
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

}  // namespace

std::vector<LockHold> LockHolds(const Trace& trace) {
  return HoldFinder(trace).Find();
}

std::vector<size_t> LastWrites(const Trace& trace) {
  std::vector<size_t> writes(trace.events.size(), kNoEvent);
  std::map<uint32_t, size_t> last;
  for (size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent& event = trace.events[i];
    bool changes = (event.kind == OperationKind::kAtomicStore ||
                    event.kind == OperationKind::kAtomicRmw) &&
                   (event.value_flags & runtime::kNothingWritten) == 0;
    if (IsChoice(event) || event.object == 0 ||
        (!changes && event.kind != OperationKind::kAtomicLoad &&
         event.kind != OperationKind::kAtomicRmw))
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
