// detsim::packaged_task. Included by std/future.h.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PACKAGED_TASK_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PACKAGED_TASK_H_
#pragma GCC system_header

#include <memory>
#include <type_traits>
#include <utility>

#include "detsim/detail/config.h"
#include "detsim/detail/future_state.h"
#include "detsim/detail/invoke.h"
#include "detsim/std/future.h"

namespace detsim {
namespace detail {

// A shared state with the task that provides its result.
template <typename R, typename... Args>
class TaskState : public ResultState<R> {
 public:
  // Calls the task and stores the outcome, once.
  virtual void Run(Args&&... args) = 0;
  // A fresh state with the same task, moved.
  virtual std::shared_ptr<TaskState> Renew() = 0;
};

template <typename Task, typename Allocator, typename R, typename... Args>
class TaskStateOf : public TaskState<R, Args...> {
 public:
  template <typename T>
  TaskStateOf(T&& task, const Allocator& allocator)
      : task_(std::forward<T>(task)), allocator_(allocator) {}

  void Run(Args&&... args) override {
    this->Claim();
    StoreOutcome(*this, task_, std::forward<Args>(args)...);
  }
  std::shared_ptr<TaskState<R, Args...>> Renew() override {
    return std::allocate_shared<TaskStateOf>(allocator_, std::move(task_),
                                             allocator_);
  }

 private:
  Task task_;
  Allocator allocator_;
};

}  // namespace detail

template <typename Signature>
class packaged_task;

template <typename R, typename... Args>
class packaged_task<R(Args...)> {
  using State = detail::TaskState<R, Args...>;
  template <typename Task>
  using IfNotThis = typename std::enable_if<
      !std::is_same<detail::RemoveCvRef<Task>, packaged_task>::value>::type;

 public:
  packaged_task() noexcept = default;
  template <typename Task, typename = IfNotThis<Task>>
  explicit packaged_task(Task&& task)
      : packaged_task(NewState{}, std::allocator<int>(),
                      std::forward<Task>(task)) {}
#if __cplusplus < 201703L
  template <typename Task, typename Allocator, typename = IfNotThis<Task>>
  packaged_task(std::allocator_arg_t, const Allocator& allocator, Task&& task)
      : packaged_task(NewState{}, allocator, std::forward<Task>(task)) {}
#endif
  packaged_task(packaged_task&&) noexcept = default;
  packaged_task& operator=(packaged_task&& other) noexcept {
    packaged_task(std::move(other)).swap(*this);
    return *this;
  }
  packaged_task(const packaged_task&) = delete;
  packaged_task& operator=(const packaged_task&) = delete;
  ~packaged_task() {
    // Nobody to tell when there is no future.
    if (valid() && state_.use_count() > 1) state_->Abandon();
  }

  void swap(packaged_task& other) noexcept { state_.swap(other.state_); }
  bool valid() const noexcept { return state_ != nullptr; }

  future<R> get_future() {
    RequireState();
    state_->RetrieveFuture();
    return detail::FutureFactory::Make<R>(state_);
  }

  // Making the result visible is a decision point.
  DETSIM_INLINE void operator()(Args... args) {
    RequireState();
    // The task may destroy or reset its own packaged_task.
    const std::shared_ptr<State> state = state_;
    state->Run(std::forward<Args>(args)...);
    state->MakeReady();
  }
  void make_ready_at_thread_exit(Args... args) {
    RequireState();
    const std::shared_ptr<State> state = state_;
    state->Run(std::forward<Args>(args)...);
    detail::FutureState::MakeReadyAtThreadExit(state);
  }

  void reset() {
    RequireState();
    packaged_task renewed;
    renewed.state_ = state_->Renew();
    renewed.swap(*this);
  }

 private:
  struct NewState {};

  template <typename Allocator, typename Task>
  packaged_task(NewState, const Allocator& allocator, Task&& task)
      : state_(std::allocate_shared<
               detail::TaskStateOf<detail::Decay<Task>, Allocator, R, Args...>>(
            allocator, std::forward<Task>(task), allocator)) {}

  void RequireState() const {
    if (!valid()) detail::ThrowFutureError(std::future_errc::no_state);
  }

  std::shared_ptr<State> state_;
};

template <typename R, typename... Args>
void swap(packaged_task<R(Args...)>& a, packaged_task<R(Args...)>& b) noexcept {
  a.swap(b);
}

#if __cplusplus >= 201703L
namespace detail {
// The signature of a function object's call operator.
template <typename CallOperator>
struct SignatureOf;
template <typename Class, typename R, bool kNoexcept, typename... Args>
struct SignatureOf<R (Class::*)(Args...) noexcept(kNoexcept)> {
  using type = R(Args...);
};
template <typename Class, typename R, bool kNoexcept, typename... Args>
struct SignatureOf<R (Class::*)(Args...) & noexcept(kNoexcept)> {
  using type = R(Args...);
};
template <typename Class, typename R, bool kNoexcept, typename... Args>
struct SignatureOf<R (Class::*)(Args...) const noexcept(kNoexcept)> {
  using type = R(Args...);
};
template <typename Class, typename R, bool kNoexcept, typename... Args>
struct SignatureOf<R (Class::*)(Args...) const & noexcept(kNoexcept)> {
  using type = R(Args...);
};
}  // namespace detail

template <typename R, typename... Args>
packaged_task(R (*)(Args...)) -> packaged_task<R(Args...)>;
template <typename Task, typename Signature = typename detail::SignatureOf<
                             decltype(&Task::operator())>::type>
packaged_task(Task) -> packaged_task<Signature>;
#endif

}  // namespace detsim

#if __cplusplus < 201703L
namespace std {
template <typename R, typename... Args, typename Allocator>
struct uses_allocator<detsim::packaged_task<R(Args...)>, Allocator>
    : true_type {};
}  // namespace std
#endif

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_PACKAGED_TASK_H_
