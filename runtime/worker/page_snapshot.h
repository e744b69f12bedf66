// Puts the process image back between runs: the pages of data, heap and
// libraries that a run has written, as they were before the first run. So many
// runs share one child process, and each starts as in a fresh one: lazy
// singletons are made again, heap addresses repeat.
//
// The writable private mappings are replaced by private mappings of a file in
// memory that holds their content. A page that is written is copied by the
// kernel once; from then on it is known and restored by copying, which costs a
// tenth of the page fault that dropping it would.
#ifndef DETSIM_RUNTIME_WORKER_PAGE_SNAPSHOT_H_
#define DETSIM_RUNTIME_WORKER_PAGE_SNAPSHOT_H_

namespace detsim::runtime {

// Takes the snapshot. False, and nothing changed, where it cannot be done (too
// much memory, a kernel that does not say what it needs). Call it on the
// original process stack, which is left out, as is the runtime's own memory.
bool TakePageSnapshot();

// What a run asked of the system: without a call it cannot have changed its
// heap's end or its mappings.
enum class RunCalls { kNone, kSome };

// Puts everything back. False when the image has changed in a way that cannot
// be undone (a mapping of the snapshot is gone): end the process then.
// REQUIRES: TakePageSnapshot() was true.
bool RestorePages(RunCalls calls);

// Pages known to be written by runs so far; for tests and benchmarks.
unsigned long KnownDirtyPages();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_PAGE_SNAPSHOT_H_
