// detsim::stop_token, stop_source and stop_callback (C++20). std::nostopstate
// stays std's.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_STD_STOP_TOKEN_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_STD_STOP_TOKEN_H_
#pragma GCC system_header

#include "detsim/detail/config.h"

#if __cplusplus >= 202002L

#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "detsim/detail/stop_state.h"

namespace detsim {

template <typename Callback>
class stop_callback;

class stop_token {
 public:
  stop_token() noexcept = default;
  stop_token(const stop_token&) noexcept = default;
  stop_token(stop_token&&) noexcept = default;
  stop_token& operator=(const stop_token&) noexcept = default;
  stop_token& operator=(stop_token&&) noexcept = default;
  ~stop_token() = default;

  // A decision point.
  [[nodiscard]] DETSIM_INLINE bool stop_requested() const noexcept {
    return state_ != nullptr && state_->StopRequested();
  }
  [[nodiscard]] bool stop_possible() const noexcept {
    return state_ != nullptr && state_->StopPossible();
  }

  void swap(stop_token& other) noexcept { state_.swap(other.state_); }
  friend void swap(stop_token& a, stop_token& b) noexcept { a.swap(b); }
  [[nodiscard]] friend bool operator==(const stop_token& a,
                                       const stop_token& b) noexcept {
    return a.state_ == b.state_;
  }

 private:
  friend class stop_source;
  template <typename Callback>
  friend class stop_callback;

  explicit stop_token(std::shared_ptr<detail::StopState> state) noexcept
      : state_(std::move(state)) {}

  std::shared_ptr<detail::StopState> state_;
};

class stop_source {
 public:
  stop_source() : state_(std::make_shared<detail::StopState>()) {
    state_->AddSource();
  }
  explicit stop_source(std::nostopstate_t) noexcept {}
  stop_source(const stop_source& other) noexcept : state_(other.state_) {
    if (state_ != nullptr) state_->AddSource();
  }
  stop_source(stop_source&&) noexcept = default;
  stop_source& operator=(const stop_source& other) noexcept {
    stop_source(other).swap(*this);
    return *this;
  }
  stop_source& operator=(stop_source&& other) noexcept {
    stop_source(std::move(other)).swap(*this);
    return *this;
  }
  ~stop_source() {
    if (state_ != nullptr) state_->RemoveSource();
  }

  [[nodiscard]] bool stop_possible() const noexcept {
    return state_ != nullptr;
  }
  // A decision point.
  [[nodiscard]] DETSIM_INLINE bool stop_requested() const noexcept {
    return state_ != nullptr && state_->StopRequested();
  }
  // A decision point. Calls the callbacks in this thread.
  bool request_stop() const noexcept {
    // A callback may destroy this source.
    const std::shared_ptr<detail::StopState> state = state_;
    return state != nullptr && state->RequestStop();
  }
  [[nodiscard]] stop_token get_token() const noexcept {
    return stop_token(state_);
  }

  void swap(stop_source& other) noexcept { state_.swap(other.state_); }
  friend void swap(stop_source& a, stop_source& b) noexcept { a.swap(b); }
  [[nodiscard]] friend bool operator==(const stop_source& a,
                                       const stop_source& b) noexcept {
    return a.state_ == b.state_;
  }

 private:
  std::shared_ptr<detail::StopState> state_;
};

template <typename Callback>
class [[nodiscard]] stop_callback {
 public:
  using callback_type = Callback;

  template <typename C>
    requires std::is_constructible_v<Callback, C>
  explicit stop_callback(const stop_token& token, C&& callback) noexcept(
      std::is_nothrow_constructible_v<Callback, C>)
      : node_(std::forward<C>(callback)), state_(token.state_) {
    Register();
  }
  template <typename C>
    requires std::is_constructible_v<Callback, C>
  explicit stop_callback(stop_token&& token, C&& callback) noexcept(
      std::is_nothrow_constructible_v<Callback, C>)
      : node_(std::forward<C>(callback)), state_(std::move(token.state_)) {
    Register();
  }
  stop_callback(const stop_callback&) = delete;
  stop_callback(stop_callback&&) = delete;
  stop_callback& operator=(const stop_callback&) = delete;
  stop_callback& operator=(stop_callback&&) = delete;
  // Waits for a call of the callback in another thread.
  ~stop_callback() {
    if (state_ != nullptr) state_->Deregister(&node_);
  }

 private:
  class Node final : public detail::StopCallbackNode {
   public:
    template <typename C>
    explicit Node(C&& callback) : callback_(std::forward<C>(callback)) {}
    void Call() noexcept override { std::forward<Callback>(callback_)(); }

   private:
    Callback callback_;
  };

  void Register() {
    if (state_ == nullptr || state_->Register(&node_)) return;
    // Requested already: called here, and never listed.
    state_.reset();
    node_.Call();
  }

  Node node_;
  std::shared_ptr<detail::StopState> state_;
};

template <typename Callback>
stop_callback(stop_token, Callback) -> stop_callback<Callback>;

}  // namespace detsim

#endif  // __cplusplus >= 202002L

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_STD_STOP_TOKEN_H_
