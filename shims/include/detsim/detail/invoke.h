// INVOKE of [func.require] and decayed copies of a call, in C++11: what
// thread, async, call_once and packaged_task do with their callable.
#ifndef DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_INVOKE_H_
#define DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_INVOKE_H_
#pragma GCC system_header

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "detsim/detail/config.h"

namespace detsim {
namespace detail {

template <typename T>
using Decay = typename std::decay<T>::type;
template <typename T>
using RemoveCvRef =
    typename std::remove_cv<typename std::remove_reference<T>::type>::type;

template <typename T>
struct IsReferenceWrapper : std::false_type {};
template <typename T>
struct IsReferenceWrapper<std::reference_wrapper<T>> : std::true_type {};

// The object that a pointer to a member of Class applies to: `object` itself,
// what a reference_wrapper refers to, or what a pointer points to.
template <typename Class, typename Object>
auto MemberOwner(Object&& object) ->
    typename std::enable_if<std::is_base_of<Class, Decay<Object>>::value,
                            Object&&>::type {
  return std::forward<Object>(object);
}
template <typename Class, typename Object>
auto MemberOwner(Object&& object) ->
    typename std::enable_if<!std::is_base_of<Class, Decay<Object>>::value &&
                                IsReferenceWrapper<Decay<Object>>::value,
                            decltype(object.get())>::type {
  return object.get();
}
template <typename Class, typename Object>
auto MemberOwner(Object&& object) ->
    typename std::enable_if<!std::is_base_of<Class, Decay<Object>>::value &&
                                !IsReferenceWrapper<Decay<Object>>::value,
                            decltype(*std::forward<Object>(object))>::type {
  return *std::forward<Object>(object);
}

template <typename Function, typename... Args>
DETSIM_INLINE auto Invoke(Function&& function, Args&&... args) ->
    typename std::enable_if<!std::is_member_pointer<Decay<Function>>::value,
                            decltype(std::forward<Function>(function)(
                                std::forward<Args>(args)...))>::type {
  return std::forward<Function>(function)(std::forward<Args>(args)...);
}

template <typename Class, typename Member, typename Object, typename... Args>
DETSIM_INLINE auto Invoke(Member Class::* function, Object&& object,
                          Args&&... args) ->
    typename std::enable_if<
        std::is_function<Member>::value,
        decltype((MemberOwner<Class>(std::forward<Object>(object)).*
                  function)(std::forward<Args>(args)...))>::type {
  return (MemberOwner<Class>(std::forward<Object>(object)).*
          function)(std::forward<Args>(args)...);
}

template <typename Class, typename Member, typename Object>
DETSIM_INLINE auto
Invoke(Member Class::* data, Object&& object) -> typename std::enable_if<
    !std::is_function<Member>::value,
    decltype(MemberOwner<Class>(std::forward<Object>(object)).*data)>::type {
  return MemberOwner<Class>(std::forward<Object>(object)).*data;
}

// The type of the call that thread and async make: decayed copies, moved.
template <typename Function, typename... Args>
using DecayedResult = decltype(Invoke(std::declval<Decay<Function>>(),
                                      std::declval<Decay<Args>>()...));

template <std::size_t... kIndex>
struct Indexes {};
template <std::size_t kCount, std::size_t... kIndex>
struct MakeIndexes : MakeIndexes<kCount - 1, kCount - 1, kIndex...> {};
template <std::size_t... kIndex>
struct MakeIndexes<0, kIndex...> {
  using type = Indexes<kIndex...>;
};

// A callable and its arguments, copied or moved in by the thread that makes
// it, to be called once by another.
template <typename Function, typename... Args>
class DecayedCall {
 public:
  using Result = DecayedResult<Function, Args...>;

  template <typename F, typename... A>
  explicit DecayedCall(std::piecewise_construct_t, F&& function, A&&... args)
      : parts_(std::forward<F>(function), std::forward<A>(args)...) {}

  DETSIM_INLINE Result operator()() {
    return Call(typename MakeIndexes<sizeof...(Args)>::type());
  }

 private:
  template <std::size_t... kIndex>
  DETSIM_INLINE Result Call(Indexes<kIndex...>) {
    return Invoke(std::move(std::get<0>(parts_)),
                  std::move(std::get<kIndex + 1>(parts_))...);
  }

  std::tuple<Decay<Function>, Decay<Args>...> parts_;
};

}  // namespace detail
}  // namespace detsim

#endif  // DETSIM_SHIMS_INCLUDE_DETSIM_DETAIL_INVOKE_H_
