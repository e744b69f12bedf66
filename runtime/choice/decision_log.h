// What a run was asked, and where: each announced operation and each question
// about it, whether it was answered in an unusual way or not. From this a tool
// finds the key of a choice that it knows by its place in the source (pins).
// Kept only when asked for; asking for it does not change the run.
#ifndef DETSIM_RUNTIME_CHOICE_DECISION_LOG_H_
#define DETSIM_RUNTIME_CHOICE_DECISION_LOG_H_

#include <cstdint>

#include "runtime/base/mapped_array.h"
#include "runtime/choice/choice.h"
#include "runtime/choice/operation.h"

namespace detsim::runtime {

struct DecisionEntry {
  enum Type : uint8_t {
    kOperation = 0,  // `key.thread` announces operation `key.operation`.
    kBefore = 1,     // A question: `key`; the operation or access is to come,
    kAfter = 2,      // it has been performed,
    kBlocked = 3,    // it cannot go on, or the thread has ended,
    kDuring = 4,     // or the question is not about threads.
  };

  ChoiceKey key;
  uint64_t pc = 0;        // Of the operation or access.
  uint64_t decision = 0;  // Decisions taken before it.
  uint32_t object = 0;    // Ordinal, 0 for accesses.
  uint32_t size = 0;      // Of an access, in bytes.
  OperationKind kind = OperationKind::kNone;
  Type type = kOperation;
  uint8_t writes = 0;
  uint8_t unused = 0;
  uint32_t callers = 0;  // As in Event.
};
static_assert(sizeof(DecisionEntry) == 56, "Crosses process boundaries as is.");

// In the target; no decision is taken here.
class DecisionLog {
 public:
  static constexpr uint64_t kEntriesMax = 4ull << 20;

  constexpr DecisionLog() = default;
  void Map() { entries_.Map(kEntriesMax); }
  void Begin(bool on) {
    entries_.clear();
    on_ = on;
  }
  bool on() const { return on_; }
  void Add(const DecisionEntry& entry) { entries_.push_back(entry); }
  const MappedArray<DecisionEntry>& entries() const { return entries_; }

 private:
  MappedArray<DecisionEntry> entries_;
  bool on_ = false;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_DECISION_LOG_H_
