// The data of the two condition variables, and waiting with a lock of any
// type. Used by std/condition_variable.h alone.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONDITION_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONDITION_H_
#pragma GCC system_header

#include <pthread.h>

#include <cstdint>

#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

// As large as a pthread_cond_t, since native_handle() hands it out as one.
struct Condition {
  detsim_cond cond;
  unsigned char rest[sizeof(pthread_cond_t) - sizeof(detsim_cond)];
};

struct GuardedCondition {
  GuardedCondition() : mutex(), cond() {}
  ~GuardedCondition() {
    detsim_cond_destroy(&cond);
    detsim_mutex_destroy(&mutex);
  }
  GuardedCondition(const GuardedCondition&) = delete;
  GuardedCondition& operator=(const GuardedCondition&) = delete;

  detsim_mutex mutex;
  detsim_cond cond;
};

// Holds the inner mutex, so that it is free again when `lock.unlock()` throws.
class InnerLock {
 public:
  DETSIM_INLINE explicit InnerLock(detsim_mutex* mutex) : mutex_(mutex) {
    detsim_mutex_lock(mutex_);
  }
  DETSIM_INLINE ~InnerLock() { Unlock(); }
  InnerLock(const InnerLock&) = delete;
  InnerLock& operator=(const InnerLock&) = delete;

  DETSIM_INLINE void Unlock() {
    if (mutex_ == nullptr) return;
    detsim_mutex_unlock(mutex_);
    mutex_ = nullptr;
  }

 private:
  detsim_mutex* mutex_;
};

// The user's lock, released for a scope. Not to get it back is std::terminate
// ([thread.condvarany.wait]), hence the noexcept destructor.
template <typename Lock>
class Unlocked {
 public:
  DETSIM_INLINE explicit Unlocked(Lock& lock) : lock_(lock) { lock_.unlock(); }
  DETSIM_INLINE ~Unlocked() noexcept { lock_.lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  Lock& lock_;
};

// Releases `lock`, waits if must_wait() holds under the inner mutex, and takes
// `lock` again. False when the deadline passed.
template <typename Lock, typename MustWait>
DETSIM_INLINE bool WaitUnlocked(GuardedCondition& inner, Lock& lock,
                                std::uint64_t deadline, MustWait must_wait) {
  InnerLock inner_lock(&inner.mutex);
  if (!must_wait()) return true;
  Unlocked<Lock> unlocked(lock);
  const int error = detsim_cond_wait(&inner.cond, &inner.mutex, deadline);
  // Others may hold `lock` and want the inner mutex: give it back first.
  inner_lock.Unlock();
  return error == 0;
}

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_CONDITION_H_
