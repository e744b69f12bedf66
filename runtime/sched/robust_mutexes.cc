#include "runtime/sched/robust_mutexes.h"

#include <errno.h>

#include <algorithm>

#include "runtime/base/mapped_array.h"
#include "runtime/race/race_detector.h"
#include "runtime/sched/scheduler.h"

namespace detsim::runtime {
namespace {

constexpr size_t kHeldMax = 1 << 16;

// In the order in which they were taken: it is the order in which those who
// wait are woken.
constinit MappedArray<detsim_mutex*> held;

}  // namespace

void PrepareRobustMutexes() { held.Map(kHeldMax); }

void ForgetRobustMutexes() { held.clear(); }

int HoldRobust(detsim_mutex* m) {
  DETSIM_CHECK(held.push_back(m));
  return m->robust == DETSIM_MUTEX_OWNER_DIED ? EOWNERDEAD : 0;
}

void ReleaseRobust(detsim_mutex* m) {
  held.erase(static_cast<size_t>(std::find(held.begin(), held.end(), m) -
                                 held.begin()));
  if (m->robust == DETSIM_MUTEX_OWNER_DIED) {
    m->robust = DETSIM_MUTEX_NOT_RECOVERABLE;
  }
}

void AbandonRobustMutexes(const Task* task) {
  for (size_t i = 0; i < held.size();) {
    detsim_mutex* m = held[i];
    if (m->owner != task) {
      ++i;
      continue;
    }
    held.erase(i);
    m->owner = nullptr;
    races.Release(m);
    m->depth = 0;
    m->robust = DETSIM_MUTEX_OWNER_DIED;
    scheduler.WakeAll(&m->waiters);
  }
}

}  // namespace detsim::runtime
