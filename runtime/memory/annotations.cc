// What programs say to a thread sanitizer, when they are built for one. The
// program under test is compiled with -fsanitize=thread, so its sources see
// __has_feature(thread_sanitizer) and call the sanitizer's interface: races
// that are meant, orders that it cannot see, locks of the program's own. Orders
// and locks are told to the race detector; nothing else happens here, since
// none of this changes what the program does, but without these names the
// program would not link. Not decision points.
//
// Weak, since some programs bring definitions of their own
// (dynamic_annotations.c).
#include <cstddef>

#include "runtime/race/race_detector.h"
#include "runtime/sched/abi_support.h"

#define DETSIM_ANNOTATION(name, ...) \
  DETSIM_ABI __attribute__((weak)) void name(__VA_ARGS__) {}

using detsim::runtime::races;

extern "C" {

// What came before a release of the object comes before what follows an
// acquisition. Parameters: file, line, the object, ...
#define DETSIM_EDGE_ANNOTATION(name, edge, ...)                    \
  DETSIM_ABI __attribute__((weak)) void name(                      \
      const char*, int, const volatile void* object __VA_ARGS__) { \
    races.edge(object);                                            \
  }

DETSIM_EDGE_ANNOTATION(AnnotateHappensBefore, Release)
DETSIM_EDGE_ANNOTATION(AnnotateHappensAfter, Acquire)
DETSIM_EDGE_ANNOTATION(WTFAnnotateHappensBefore, Release)
DETSIM_EDGE_ANNOTATION(WTFAnnotateHappensAfter, Acquire)
DETSIM_EDGE_ANNOTATION(AnnotateRWLockAcquired, Acquire, , long)
DETSIM_EDGE_ANNOTATION(AnnotateRWLockReleased, Release, , long)

// Dynamic annotations: file, line, then what is annotated.
#define DETSIM_OBJECT_ANNOTATION(name) \
  DETSIM_ANNOTATION(name, const char*, int, const volatile void*)
#define DETSIM_PLACE_ANNOTATION(name) DETSIM_ANNOTATION(name, const char*, int)
#define DETSIM_RANGE_ANNOTATION(name) \
  DETSIM_ANNOTATION(name, const char*, int, const volatile void*, size_t)

DETSIM_OBJECT_ANNOTATION(AnnotateCondVarSignal)
DETSIM_OBJECT_ANNOTATION(AnnotateCondVarSignalAll)
DETSIM_OBJECT_ANNOTATION(AnnotateMutexIsNotPHB)
DETSIM_OBJECT_ANNOTATION(AnnotateMutexIsUsedAsCondVar)
DETSIM_OBJECT_ANNOTATION(AnnotateRWLockCreate)
DETSIM_OBJECT_ANNOTATION(AnnotateRWLockCreateStatic)
DETSIM_OBJECT_ANNOTATION(AnnotateRWLockDestroy)
DETSIM_OBJECT_ANNOTATION(AnnotateTraceMemory)
DETSIM_OBJECT_ANNOTATION(AnnotatePCQCreate)
DETSIM_OBJECT_ANNOTATION(AnnotatePCQDestroy)
DETSIM_OBJECT_ANNOTATION(AnnotatePCQPut)
DETSIM_OBJECT_ANNOTATION(AnnotatePCQGet)
DETSIM_ANNOTATION(AnnotateCondVarWait, const char*, int, const volatile void*,
                  const volatile void*)
DETSIM_ANNOTATION(AnnotateBenignRace, const char*, int, const volatile void*,
                  const char*)
DETSIM_ANNOTATION(AnnotateBenignRaceSized, const char*, int,
                  const volatile void*, size_t, const char*)
DETSIM_ANNOTATION(WTFAnnotateBenignRaceSized, const char*, int,
                  const volatile void*, size_t, const char*)
DETSIM_ANNOTATION(AnnotateExpectRace, const char*, int, const volatile void*,
                  const char*)
DETSIM_RANGE_ANNOTATION(AnnotateNewMemory)
DETSIM_RANGE_ANNOTATION(AnnotatePublishMemoryRange)
DETSIM_RANGE_ANNOTATION(AnnotateUnpublishMemoryRange)
DETSIM_RANGE_ANNOTATION(AnnotateMemoryIsInitialized)
DETSIM_RANGE_ANNOTATION(AnnotateMemoryIsUninitialized)
DETSIM_PLACE_ANNOTATION(AnnotateFlushState)
DETSIM_PLACE_ANNOTATION(AnnotateFlushExpectedRaces)
DETSIM_PLACE_ANNOTATION(AnnotateIgnoreReadsBegin)
DETSIM_PLACE_ANNOTATION(AnnotateIgnoreReadsEnd)
DETSIM_PLACE_ANNOTATION(AnnotateIgnoreWritesBegin)
DETSIM_PLACE_ANNOTATION(AnnotateIgnoreWritesEnd)
DETSIM_PLACE_ANNOTATION(AnnotateIgnoreSyncBegin)
DETSIM_PLACE_ANNOTATION(AnnotateIgnoreSyncEnd)
DETSIM_ANNOTATION(AnnotateEnableRaceDetection, const char*, int, int)
DETSIM_ANNOTATION(AnnotateThreadName, const char*, int, const char*)
DETSIM_ANNOTATION(AnnotateNoOp, const char*, int, const volatile void*)

DETSIM_ABI __attribute__((weak)) int RunningOnValgrind() { return 0; }
DETSIM_ABI __attribute__((weak)) double ValgrindSlowdown() { return 1.0; }

// <sanitizer/tsan_interface.h>. Readers of a lock order each other too.
DETSIM_ABI __attribute__((weak)) void __tsan_acquire(void* object) {
  races.Acquire(object);
}
DETSIM_ABI __attribute__((weak)) void __tsan_release(void* object) {
  races.Release(object);
}
DETSIM_ABI __attribute__((weak)) void __tsan_mutex_post_lock(void* mutex,
                                                             unsigned, int) {
  races.Acquire(mutex);
}
DETSIM_ANNOTATION(__tsan_mutex_create, void*, unsigned)
DETSIM_ANNOTATION(__tsan_mutex_destroy, void*, unsigned)
DETSIM_ANNOTATION(__tsan_mutex_pre_lock, void*, unsigned)
DETSIM_ANNOTATION(__tsan_mutex_post_unlock, void*, unsigned)
DETSIM_ANNOTATION(__tsan_mutex_pre_signal, void*, unsigned)
DETSIM_ANNOTATION(__tsan_mutex_post_signal, void*, unsigned)
DETSIM_ANNOTATION(__tsan_mutex_pre_divert, void*, unsigned)
DETSIM_ANNOTATION(__tsan_mutex_post_divert, void*, unsigned)
DETSIM_ANNOTATION(__tsan_check_no_mutexes_held)
DETSIM_ANNOTATION(__tsan_external_register_header, void*, const char*)
DETSIM_ANNOTATION(__tsan_external_assign_tag, void*, void*)
DETSIM_ANNOTATION(__tsan_external_read, void*, void*, void*)
DETSIM_ANNOTATION(__tsan_external_write, void*, void*, void*)
DETSIM_ANNOTATION(__tsan_destroy_fiber, void*)
DETSIM_ANNOTATION(__tsan_switch_to_fiber, void*, unsigned)
DETSIM_ANNOTATION(__tsan_set_fiber_name, void*, const char*)
DETSIM_ANNOTATION(__tsan_flush_memory)

// How deep the lock was held: once, for who asks.
DETSIM_ABI __attribute__((weak)) int __tsan_mutex_pre_unlock(void* mutex,
                                                             unsigned) {
  races.Release(mutex);
  return 1;
}
// Handles are only handed back to us, but callers check that they got one.
DETSIM_ABI __attribute__((weak)) void* __tsan_external_register_tag(
    const char*) {
  static char tag;
  return &tag;
}
DETSIM_ABI __attribute__((weak)) void* __tsan_get_current_fiber() {
  static char fiber;
  return &fiber;
}
DETSIM_ABI __attribute__((weak)) void* __tsan_create_fiber(unsigned) {
  return __tsan_get_current_fiber();
}

}  // extern "C"
