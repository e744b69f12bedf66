// detsim::async. Included by std/future.h.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ASYNC_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ASYNC_H_
#pragma GCC system_header

#include <cerrno>
#include <cstdint>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/detail/future_state.h"
#include "detsim/detail/invoke.h"
#include "detsim/detail/system_error.h"
#include "detsim/std/future.h"

namespace detsim {
namespace detail {

// launch::async: a thread of its own. The last reference to the state waits
// for that thread, which makes ~future block.
template <typename Call>
class AsyncState : public ResultState<typename Call::Result> {
 public:
  template <typename... Parts>
  explicit AsyncState(Parts&&... parts)
      : call_(std::piecewise_construct, std::forward<Parts>(parts)...) {}
  ~AsyncState() override { this->JoinProducer(); }

  // The thread uses `*this` without owning it: the destructor joins.
  DETSIM_INLINE void Start() {
    this->producer_ = detsim_thread_create(&Run, this);
    if (this->producer_ == nullptr) {
      ThrowSystemError(EAGAIN);
    }
  }

 private:
  static void Run(void* argument) {
    AsyncState* const self = static_cast<AsyncState*>(argument);
    StoreOutcome(*self, self->call_);
    self->MakeReady();
  }

  Call call_;
};

// launch::deferred: the first wait calls the function.
template <typename Call>
class DeferredState : public ResultState<typename Call::Result> {
 public:
  template <typename... Parts>
  explicit DeferredState(Parts&&... parts)
      : call_(std::piecewise_construct, std::forward<Parts>(parts)...) {}

 protected:
  bool IsDeferred() const override { return !this->IsReady(); }
  void RunDeferred() override {
    if (detsim_once_begin(&once_) == 0) return;
    StoreOutcome(*this, call_);
    this->MakeReady();
    detsim_once_end(&once_, 1);
  }

 private:
  Call call_;
  std::int32_t once_ = 0;
};

}  // namespace detail

template <typename Function, typename... Args>
DETSIM_INLINE future<detail::DecayedResult<Function, Args...>> async(
    std::launch policy, Function&& function, Args&&... args) {
  using Call = detail::DecayedCall<Function, Args...>;
  using Result = typename Call::Result;
  if ((policy & std::launch::async) == std::launch::async) {
    const auto state = std::make_shared<detail::AsyncState<Call>>(
        std::forward<Function>(function), std::forward<Args>(args)...);
    state->Start();
    return detail::FutureFactory::Make<Result>(state);
  }
  return detail::FutureFactory::Make<Result>(
      std::make_shared<detail::DeferredState<Call>>(
          std::forward<Function>(function), std::forward<Args>(args)...));
}

template <typename Function, typename... Args>
DETSIM_INLINE future<detail::DecayedResult<Function, Args...>> async(
    Function&& function, Args&&... args) {
  return detsim::async(std::launch::async | std::launch::deferred,
                       std::forward<Function>(function),
                       std::forward<Args>(args)...);
}

}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_ASYNC_H_
