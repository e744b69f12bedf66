#include "runtime/worker/run_record.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "runtime/base/bytes.h"
#include "runtime/base/text.h"
#include "runtime/sched/abi_support.h"
#include "runtime/sched/escapes.h"
#include "runtime/sched/race_reports.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

// Enough to see what is going on; a run may have created a million.
constexpr uint32_t kThreadsReportedMax = 4096;
constexpr uint32_t kStacksReportedMax = 256;
constexpr int kPathDepthMax = 32;

using PathText = FixedText<256>;

// "0.2.1": the spawn path of thread `index`.
PathText SpawnPath(uint32_t index) {
  MappedArray<ThreadRecord>& threads = scheduler.threads();
  uint32_t children[kPathDepthMax];
  int depth = 0;
  while (index != 0 && depth < kPathDepthMax) {
    children[depth++] = threads[index].child_index;
    index = threads[index].parent;
  }
  PathText path;
  path << "0";
  while (depth > 0) path << "." << children[--depth];
  return path;
}

// The thread that holds what a blocked one waits for, or -1.
int32_t HolderOf(const Task& task) {
  switch (task.pending.kind) {
    case OperationKind::kLock:
    case OperationKind::kTimedLock:
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTimedLock:
    case OperationKind::kLibraryLock: {
      auto* mutex =
          static_cast<const volatile detsim_mutex*>(task.pending.object);
      auto* owner = static_cast<const Task*>(mutex->owner);
      return owner != nullptr ? static_cast<int32_t>(owner->index) : -1;
    }
    case OperationKind::kSpinLock: {
      const Task* owner = SpinLockOwner(task.pending.object);
      return owner != nullptr ? static_cast<int32_t>(owner->index) : -1;
    }
    case OperationKind::kJoin:
      return static_cast<int32_t>(
          static_cast<const volatile Task*>(task.pending.object)->index);
    default:
      return -1;
  }
}

void WriteThread(uint32_t index, const Backtrace* running,
                 uint32_t* stacks_left, ByteWriter* out) {
  const ThreadRecord& record = scheduler.threads()[index];
  const Task* task = record.task;
  bool finished = task == nullptr || task->state == TaskState::kFinished;
  bool blocked = !finished && task->state == TaskState::kBlocked;
  out->Value(record.key);
  out->Text(SpawnPath(index).view());
  out->Text(task != nullptr ? task->name : record.name);
  out->Value(record.spawn_pc);
  out->Value(record.spawn_callers);
  out->Value(finished);
  out->Value(task != nullptr && task->detached);
  out->Value(blocked);
  out->Value(finished ? PendingOperation{} : task->pending);
  out->Value(finished || task->pending.kind == OperationKind::kAccess
                 ? uint32_t{0}
                 : scheduler.objects().Ordinal(task->pending.object));
  out->Value(blocked ? HolderOf(*task) : int32_t{-1});
  if (finished || *stacks_left == 0) {
    out->Array<uint64_t>(nullptr, 0);
  } else if (task == scheduler.current()) {
    out->Array(running != nullptr ? running->frames : nullptr,
               running != nullptr ? static_cast<size_t>(running->count) : 0);
  } else {
    --*stacks_left;
    Backtrace trace = BacktraceOf(*task);
    out->Array(trace.frames, static_cast<size_t>(trace.count));
  }
}

void WriteEvents(bool with_events, ByteWriter* out) {
  EventLog& log = scheduler.event_log();
  const MappedArray<uint64_t>& objects = scheduler.objects().addresses();
  const MappedArray<uint32_t>& decisions = scheduler.decision_events();
  out->Array(log.events().data(), with_events ? log.events().size() : 0);
  out->Array(decisions.data(), with_events ? decisions.size() : 0);
  out->Array(log.able_changes().data(),
             with_events ? log.able_changes().size() : 0);
  out->Array(objects.data(), with_events ? objects.size() : 0);
}

// Of a script's run. A log that was too long for its memory is left out.
void WriteSteps(bool with_steps, ByteWriter* out) {
  if (!with_steps || !scheduler.step_log().complete()) {
    out->Array<ThreadKey>(nullptr, 0);
    out->Array<StepEntry>(nullptr, 0);
    return;
  }
  out->Value(uint64_t{scheduler.threads().size()});
  for (const ThreadRecord& thread : scheduler.threads()) {
    out->Value(thread.key);
  }
  scheduler.LogPending();
  const MappedArray<StepEntry>& entries = scheduler.step_log().entries();
  out->Array(entries.data(), entries.size());
}

void WriteRaceAccess(const RaceAccess& access, ByteWriter* out) {
  out->Value(access.pc);
  out->Value(access.thread);
  out->Value(access.is_write);
  out->Value(access.is_atomic);
  out->Array(access.stack.frames, static_cast<size_t>(access.stack.count));
}

void WriteRaces(ByteWriter* out) {
  uint32_t count = 0;
  const Race* races = Races(&count);
  out->Value(count);
  for (uint32_t i = 0; i < count; ++i) {
    out->Value(uint64_t{races[i].address});
    out->Value(races[i].size);
    out->Value(races[i].stack_of);
    WriteRaceAccess(races[i].later, out);
    WriteRaceAccess(races[i].earlier, out);
  }
}

void WriteDetail(const RunEnding& ending, std::string_view output,
                 ByteWriter* out) {
  out->Text(ending.message);
  out->Value(ending.pc);
  out->Value(scheduler.current()->index);
  out->Text(output);
  out->Array(scheduler.choices().data(), scheduler.choices().size());
  auto threads = static_cast<uint32_t>(
      std::min<size_t>(scheduler.threads().size(), kThreadsReportedMax));
  uint32_t stacks_left = kStacksReportedMax;
  out->Value(threads);
  for (uint32_t i = 0; i < threads; ++i) {
    WriteThread(i, ending.trace, &stacks_left, out);
  }
  int escape_count = 0;
  const EscapeCount* escapes = Escapes(&escape_count);
  out->Value(static_cast<uint32_t>(escape_count));
  for (int i = 0; i < escape_count; ++i) {
    out->Text(escapes[i].what);
    out->Value(escapes[i].count);
  }
  WriteEvents(ending.with_events, out);
  WriteSteps(ending.with_steps, out);
  const MappedArray<DecisionEntry>& decisions =
      scheduler.decision_log().entries();
  out->Array(decisions.data(), decisions.size());
  const MappedArray<CallerChain>& chains = scheduler.caller_chains().chains();
  out->Array(chains.data(), chains.size());
  WriteRaces(out);
}

// With the choices of a run that may be branched from.
void WriteBehaviour(const RunBehaviour* behaviour, ByteWriter* out) {
  out->Array(behaviour, behaviour != nullptr ? 1 : 0);
  const MappedArray<Choice>& choices = scheduler.choices();
  bool kept = behaviour != nullptr && behaviour->new_count != 0 &&
              choices.size() <= kKeptChoicesMax;
  out->Array(choices.data(), kept ? choices.size() : 0);
}

}  // namespace

BatchRecord* MapBatchRecord() {
  void* p = mmap(nullptr, sizeof(BatchRecord) + kDetailBytesMax,
                 PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  DETSIM_CHECK(p != MAP_FAILED);
  return static_cast<BatchRecord*>(p);
}

void FinishRecord(BatchRecord* batch, uint64_t seed, const RunEnding& ending,
                  std::string_view output) {
  RunSlot& slot = batch->slots[batch->current];
  int escape_count = 0;
  const EscapeCount* escapes = Escapes(&escape_count);
  uint64_t escaped = 0;
  for (int i = 0; i < escape_count; ++i) escaped += escapes[i].count;
  ChoiceSource* source = scheduler.source();  // Null before the first run.
  slot.summary = {
      .seed = seed,
      .trace_hash = scheduler.hash(),
      .decisions = scheduler.decisions(),
      .unusual = scheduler.unusual(),
      .steps = scheduler.steps(),
      .accesses = scheduler.accesses(),
      .virtual_ns = scheduler.now().ns - kRunStart.ns,
      .threads = static_cast<uint32_t>(scheduler.threads().size()),
      .live_threads = scheduler.live_threads(),
      .escapes = static_cast<uint32_t>(escaped),
      .exit_code = ending.exit_code,
      .verdict = ending.verdict,
      .cut_short = ending.cut_short,
      .isolation = batch->isolation,
      .turn = source != nullptr ? source->Turn() : uint8_t{0},
  };
  slot.detail_offset = batch->detail_used;
  slot.detail_size = 0;
  const Observation* observation =
      source != nullptr ? source->Observe() : nullptr;
  uint32_t race_count = 0;
  Races(&race_count);
  bool detail =
      IsFailure(ending.verdict) || ending.with_detail || race_count != 0;
  const RunBehaviour* behaviour =
      source != nullptr ? source->Behave() : nullptr;
  if (observation != nullptr || behaviour != nullptr || detail) {
    ByteWriter out(batch->detail + batch->detail_used,
                   kDetailBytesMax - batch->detail_used);
    out.Array(observation, observation != nullptr ? 1 : 0);
    WriteBehaviour(behaviour, &out);
    out.Value(detail);
    if (detail) WriteDetail(ending, output, &out);
    if (out.ok()) {
      slot.detail_size = out.size();
      batch->detail_used += out.size();
    }
  }
  batch->finished = batch->current + 1;
}

}  // namespace detsim::runtime
