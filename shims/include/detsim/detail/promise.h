// detsim::promise. Included by std/future.h.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PROMISE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PROMISE_H_
#pragma GCC system_header

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/detail/future_state.h"
#include "detsim/std/future.h"

namespace detsim {
namespace detail {

// Everything but set_value, whose parameter depends on R. Making the result
// visible is a decision point.
template <typename R>
class PromiseBase {
 public:
  future<R> get_future() {
    State().RetrieveFuture();
    return FutureFactory::Make<R>(state_);
  }

  DETSIM_INLINE void set_exception(std::exception_ptr exception) {
    State().Claim();
    state_->StoreException(std::move(exception));
    state_->MakeReady();
  }
  void set_exception_at_thread_exit(std::exception_ptr exception) {
    State().Claim();
    state_->StoreException(std::move(exception));
    FutureState::MakeReadyAtThreadExit(state_);
  }

 protected:
  PromiseBase() : state_(std::make_shared<ResultState<R>>()) {}
  template <typename Allocator>
  explicit PromiseBase(const Allocator& allocator)
      : state_(std::allocate_shared<ResultState<R>>(allocator)) {}
  PromiseBase(PromiseBase&& other) noexcept = default;
  PromiseBase& operator=(PromiseBase&& other) noexcept {
    PromiseBase(std::move(other)).state_.swap(state_);
    return *this;
  }
  ~PromiseBase() {
    // Nobody to tell when there is no future.
    if (state_ != nullptr && state_.use_count() > 1) state_->Abandon();
  }

  void Swap(PromiseBase& other) noexcept { state_.swap(other.state_); }

  template <typename... Value>
  DETSIM_INLINE void SetValue(Value&&... value) {
    StoreValue(std::forward<Value>(value)...);
    state_->MakeReady();
  }
  template <typename... Value>
  void SetValueAtThreadExit(Value&&... value) {
    StoreValue(std::forward<Value>(value)...);
    FutureState::MakeReadyAtThreadExit(state_);
  }

 private:
  // Gives the claim back when copying the value throws.
  class Claimed {
   public:
    explicit Claimed(FutureState& state) : state_(&state) { state.Claim(); }
    ~Claimed() {
      if (state_ != nullptr) state_->Unclaim();
    }
    Claimed(const Claimed&) = delete;
    Claimed& operator=(const Claimed&) = delete;

    void Keep() { state_ = nullptr; }

   private:
    FutureState* state_;
  };

  ResultState<R>& State() const {
    if (state_ == nullptr) ThrowFutureError(std::future_errc::no_state);
    return *state_;
  }

  template <typename... Value>
  void StoreValue(Value&&... value) {
    Claimed claimed(State());
    state_->Store(std::forward<Value>(value)...);
    claimed.Keep();
  }

  std::shared_ptr<ResultState<R>> state_;
};

}  // namespace detail

template <typename R>
class promise : public detail::PromiseBase<R> {
 public:
  promise() = default;
  template <typename Allocator>
  promise(std::allocator_arg_t, const Allocator& allocator)
      : detail::PromiseBase<R>(allocator) {}
  promise(promise&&) noexcept = default;
  promise& operator=(promise&&) noexcept = default;
  promise(const promise&) = delete;
  promise& operator=(const promise&) = delete;

  void swap(promise& other) noexcept { this->Swap(other); }

  DETSIM_INLINE void set_value(const R& value) { this->SetValue(value); }
  DETSIM_INLINE void set_value(R&& value) { this->SetValue(std::move(value)); }
  void set_value_at_thread_exit(const R& value) {
    this->SetValueAtThreadExit(value);
  }
  void set_value_at_thread_exit(R&& value) {
    this->SetValueAtThreadExit(std::move(value));
  }
};

template <typename R>
class promise<R&> : public detail::PromiseBase<R&> {
 public:
  promise() = default;
  template <typename Allocator>
  promise(std::allocator_arg_t, const Allocator& allocator)
      : detail::PromiseBase<R&>(allocator) {}
  promise(promise&&) noexcept = default;
  promise& operator=(promise&&) noexcept = default;
  promise(const promise&) = delete;
  promise& operator=(const promise&) = delete;

  void swap(promise& other) noexcept { this->Swap(other); }

  DETSIM_INLINE void set_value(R& value) { this->SetValue(value); }
  void set_value_at_thread_exit(R& value) { this->SetValueAtThreadExit(value); }
};

template <>
class promise<void> : public detail::PromiseBase<void> {
 public:
  promise() = default;
  template <typename Allocator>
  promise(std::allocator_arg_t, const Allocator& allocator)
      : detail::PromiseBase<void>(allocator) {}
  promise(promise&&) noexcept = default;
  promise& operator=(promise&&) noexcept = default;
  promise(const promise&) = delete;
  promise& operator=(const promise&) = delete;

  void swap(promise& other) noexcept { this->Swap(other); }

  DETSIM_INLINE void set_value() { this->SetValue(); }
  void set_value_at_thread_exit() { this->SetValueAtThreadExit(); }
};

template <typename R>
void swap(promise<R>& a, promise<R>& b) noexcept {
  a.swap(b);
}

}  // namespace detsim

namespace std {
template <typename R, typename Allocator>
struct uses_allocator<detsim::promise<R>, Allocator> : true_type {};
}  // namespace std

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PROMISE_H_
