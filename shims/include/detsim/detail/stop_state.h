// What stop_source, stop_token and stop_callback share: whether a stop was
// requested, and the callbacks to call when it is. std's own would spin on
// real threads and take every simulated thread for the same one.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_STOP_STATE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_STOP_STATE_H_
#pragma GCC system_header

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

// A registered stop_callback; a node of its state's list.
class StopCallbackNode {
 public:
  StopCallbackNode() = default;
  StopCallbackNode(const StopCallbackNode&) = delete;
  StopCallbackNode& operator=(const StopCallbackNode&) = delete;

  virtual void Call() noexcept = 0;

 protected:
  ~StopCallbackNode() = default;

 private:
  friend class StopState;

  StopCallbackNode* previous_ = nullptr;
  StopCallbackNode* next_ = nullptr;
  // Set while and after it is called; where to note that the callback was
  // destroyed from within its own call.
  bool called_ = false;
  bool* destroyed_ = nullptr;
  detsim_event done_ = {};
};

// Shared by sources, tokens and callbacks. The mutex guards the list; the
// callbacks run outside it.
class StopState {
 public:
  StopState() = default;
  StopState(const StopState&) = delete;
  StopState& operator=(const StopState&) = delete;
  ~StopState() { detsim_mutex_destroy(&mutex_); }

  void AddSource() { sources_.fetch_add(1); }
  void RemoveSource() { sources_.fetch_sub(1); }

  DETSIM_INLINE bool StopRequested() const {
    detsim_atomic(DETSIM_ATOMIC_LOAD, &requested_);
    return requested_.load();
  }
  bool StopPossible() const {
    return requested_.load() || sources_.load() != 0;
  }

  // True for the one request that stops. Calls the callbacks.
  bool RequestStop() {
    detsim_mutex_lock(&mutex_);
    if (requested_.exchange(true)) {
      detsim_mutex_unlock(&mutex_);
      return false;
    }
    requester_ = detsim_this_thread_id();
    while (first_ != nullptr) {
      StopCallbackNode* const node = first_;
      Unlink(node);
      CallOne(node);
    }
    detsim_mutex_unlock(&mutex_);
    return true;
  }

  // False when the stop has been requested: the caller calls the callback.
  bool Register(StopCallbackNode* node) {
    detsim_mutex_lock(&mutex_);
    const bool listed = !requested_.load();
    if (listed) {
      node->next_ = first_;
      if (first_ != nullptr) first_->previous_ = node;
      first_ = node;
    }
    detsim_mutex_unlock(&mutex_);
    return listed;
  }

  // Afterwards the callback is not called any more. Waits for a call that is
  // going on in another thread.
  void Deregister(StopCallbackNode* node) {
    detsim_mutex_lock(&mutex_);
    const bool called = node->called_;
    if (!called) Unlink(node);
    detsim_mutex_unlock(&mutex_);
    if (!called) return;
    if (requester_ == detsim_this_thread_id()) {
      if (node->destroyed_ != nullptr) *node->destroyed_ = true;
      return;
    }
    detsim_event_wait(&node->done_, DETSIM_FOREVER);
  }

 private:
  void Unlink(StopCallbackNode* node) {
    if (node->next_ != nullptr) node->next_->previous_ = node->previous_;
    if (node->previous_ != nullptr) {
      node->previous_->next_ = node->next_;
    } else if (first_ == node) {
      first_ = node->next_;
    }
    node->next_ = node->previous_ = nullptr;
  }

  // REQUIRES: the mutex is held; it is again when this returns.
  void CallOne(StopCallbackNode* node) {
    bool destroyed = false;
    node->called_ = true;
    node->destroyed_ = &destroyed;
    detsim_mutex_unlock(&mutex_);
    node->Call();
    if (!destroyed) {
      node->destroyed_ = nullptr;
      detsim_event_set(&node->done_);
    }
    detsim_mutex_lock(&mutex_);
  }

  mutable detsim_mutex mutex_ = {};
  std::atomic<bool> requested_{false};
  std::atomic<std::int64_t> sources_{0};
  std::uint64_t requester_ = 0;
  StopCallbackNode* first_ = nullptr;
};

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_STOP_STATE_H_
