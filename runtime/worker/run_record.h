// The record of a batch: memory shared between the worker and the child that
// performs the runs, so that nothing is lost however the child ends.
#ifndef DETSIM_RUNTIME_WORKER_RUN_RECORD_H_
#define DETSIM_RUNTIME_WORKER_RUN_RECORD_H_

#include <cstdint>
#include <string_view>

#include "runtime/sched/backtrace.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

inline constexpr uint32_t kBatchMax = 65536;
inline constexpr uint64_t kDetailBytesMax = 1ull << 30;

struct RunSlot {
  RunSummary summary;
  uint64_t detail_offset;
  uint64_t detail_size;
};

struct BatchRecord {
  volatile Isolation isolation;  // Chosen by a self-test, per test.
  VitalSigns signs;              // For the watching worker.
  volatile uint32_t current;     // Index of the run that is on.
  volatile uint32_t finished;    // Runs whose slot is complete.
  // The last run made no system call: files, descriptors and the process are
  // as the next one needs them.
  bool outside_is_as_before;
  uint64_t detail_used;
  RunSlot slots[kBatchMax];
  char detail[];  // kDetailBytesMax, taken as used.
};

// How a run ended, as known where it was noticed.
struct RunEnding {
  Verdict verdict = Verdict::kPassed;
  std::string_view message;
  uint64_t pc = 0;
  int exit_code = 0;
  const Backtrace* trace = nullptr;  // Of the running thread; may be null.
  bool cut_short = false;
  bool with_detail = false;  // Also for a run that passed.
  bool with_events = false;
  bool with_steps = false;
};

// Maps a record shared with children to come. Aborts when it cannot.
BatchRecord* MapBatchRecord();

// Fills the slot of the current run from the scheduler's state and `output`,
// and counts it as finished.
void FinishRecord(BatchRecord* batch, uint64_t seed, const RunEnding& ending,
                  std::string_view output);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_RUN_RECORD_H_
