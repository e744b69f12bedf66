// A pin: a failure that is remembered as what has to happen for it, in words
// that survive a change of the program. For each unusual choice it says which
// thread (by where its spawners started it), before which operation (the how
// manieth of its kind, on which object, in which function) does what. All other
// choices are the usual ones.
//
// The text is made for review and for git: a line for each fact, no addresses,
// no line numbers but in comments. pin_places.h finds the choices in a run.
#ifndef DETSIM_CMD_LIB_PINS_PIN_H_
#define DETSIM_CMD_LIB_PINS_PIN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "runtime/choice/choice.h"
#include "runtime/choice/decision_log.h"
#include "runtime/choice/operation.h"
#include "runtime/choice/run_options.h"
#include "runtime/choice/verdict.h"

namespace detsim::cmd {

inline constexpr int kPinVersion = 1;
inline constexpr size_t kPinChoicesMax = 100;

// The `nth` (from 1) thread that `parent` starts in `function`.
struct PinThread {
  std::string label;  // "T3"; "main" needs no entry.
  std::string parent;
  std::string function;
  uint64_t nth = 1;

  friend bool operator==(const PinThread&, const PinThread&) = default;
};

// The `nth` operation of its kind that a thread performs in `function` on the
// `object`-th (by first use there; 0: none) of the objects that it does this
// to. `nth` 0: the thread has not performed any.
struct PinOperation {
  runtime::OperationKind kind = runtime::OperationKind::kNone;
  uint64_t nth = 0;
  uint32_t object = 0;
  std::string function;

  friend bool operator==(const PinOperation&, const PinOperation&) = default;
};

// Since a thread's operation, its `nth` load or store of plain memory by a line
// with this text, in `function`.
struct PinAccess {
  uint64_t nth = 0;  // 0: the choice is not at an access.
  bool writes = false;
  std::string function;
  std::string line;  // Without indentation.

  friend bool operator==(const PinAccess&, const PinAccess&) = default;
};

struct PinChoice {
  std::string thread;  // Who is asked.
  runtime::Stream stream = runtime::Stream::kSchedule;
  runtime::DecisionEntry::Type moment = runtime::DecisionEntry::kBefore;
  uint32_t again = 0;  // So many such questions of this operation come first.
  PinOperation operation;
  PinAccess access;
  std::string runs;    // The thread that runs instead, or
  uint64_t value = 0;  // what else is chosen.
  std::string remark;  // Where that was when it was pinned; a comment.

  friend bool operator==(const PinChoice&, const PinChoice&) = default;
};

// What a failure is called, without line numbers.
struct PinFailure {
  runtime::Verdict kind = runtime::Verdict::kPassed;
  std::string place;    // "src/queue.cc, work::Queue::Pop"
  std::string message;  // Through IdentityMessage(), in one line.

  friend bool operator==(const PinFailure&, const PinFailure&) = default;
};

struct Pin {
  std::string title;  // For people; a comment.
  std::string program;
  std::string test;
  PinFailure failure;
  runtime::RunOptions options;  // But for hang_ms and memory_mb.
  std::vector<PinThread> threads;
  std::vector<PinChoice> choices;  // In the order in which they are made.
};

std::string PinText(const Pin& pin);
// InvalidArgument, in one line, for text that is cut off, of another version or
// no pin.
absl::StatusOr<Pin> ParsePin(std::string_view text);

// "T3: run main, before its 2nd wait on its 1st condition variable in f".
std::string ChoiceSentence(const PinChoice& choice);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PINS_PIN_H_
