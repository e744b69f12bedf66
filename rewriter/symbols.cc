#include "rewriter/symbols.h"

#include <map>
#include <set>
#include <vector>

namespace detsim::rewriter {
namespace {

constexpr SymbolKind kType = SymbolKind::kType;
constexpr SymbolKind kFunction = SymbolKind::kFunction;

constexpr char kThread[] = "detsim/std/thread.h";
constexpr char kMutex[] = "detsim/std/mutex.h";
constexpr char kSharedMutex[] = "detsim/std/shared_mutex.h";
constexpr char kConditionVariable[] = "detsim/std/condition_variable.h";
constexpr char kFuture[] = "detsim/std/future.h";
constexpr char kAtomic[] = "detsim/std/atomic.h";
constexpr char kChrono[] = "detsim/std/chrono.h";
constexpr char kJthread[] = "detsim/std/jthread.h";
constexpr char kStopToken[] = "detsim/std/stop_token.h";
constexpr char kLatch[] = "detsim/std/latch.h";
constexpr char kBarrier[] = "detsim/std/barrier.h";
constexpr char kSemaphore[] = "detsim/std/semaphore.h";
constexpr char kRandom[] = "detsim/std/random.h";

// To add a symbol: the shim's header, a row here, a golden in
// test/rewriter/golden. A row whose header does not declare its replacement
// fails test/rewriter/symbols_test.
constexpr Symbol kStdSymbols[] = {
    // <thread>.
    {"std::thread", kType, "detsim::thread", kThread},
    {"std::this_thread::get_id", kFunction, "detsim::this_thread::get_id",
     kThread},
    {"std::this_thread::yield", kFunction, "detsim::this_thread::yield",
     kThread},
    {"std::this_thread::sleep_for", kFunction, "detsim::this_thread::sleep_for",
     kThread},
    {"std::this_thread::sleep_until", kFunction,
     "detsim::this_thread::sleep_until", kThread},
    {"std::jthread", kType, "detsim::jthread", kJthread},
    // <stop_token>.
    {"std::stop_token", kType, "detsim::stop_token", kStopToken},
    {"std::stop_source", kType, "detsim::stop_source", kStopToken},
    {"std::stop_callback", kType, "detsim::stop_callback", kStopToken},
    // <latch>, <barrier>, <semaphore>.
    {"std::latch", kType, "detsim::latch", kLatch},
    {"std::barrier", kType, "detsim::barrier", kBarrier},
    {"std::counting_semaphore", kType, "detsim::counting_semaphore",
     kSemaphore},
    {"std::binary_semaphore", kType, "detsim::binary_semaphore", kSemaphore},
    // <mutex>.
    {"std::mutex", kType, "detsim::mutex", kMutex},
    {"std::timed_mutex", kType, "detsim::timed_mutex", kMutex},
    {"std::recursive_mutex", kType, "detsim::recursive_mutex", kMutex},
    {"std::recursive_timed_mutex", kType, "detsim::recursive_timed_mutex",
     kMutex},
    {"std::once_flag", kType, "detsim::once_flag", kMutex},
    {"std::call_once", kFunction, "detsim::call_once", kMutex},
    // <shared_mutex>.
    {"std::shared_mutex", kType, "detsim::shared_mutex", kSharedMutex},
    {"std::shared_timed_mutex", kType, "detsim::shared_timed_mutex",
     kSharedMutex},
    // <condition_variable>.
    {"std::condition_variable", kType, "detsim::condition_variable",
     kConditionVariable},
    {"std::condition_variable_any", kType, "detsim::condition_variable_any",
     kConditionVariable},
    {"std::notify_all_at_thread_exit", kFunction,
     "detsim::notify_all_at_thread_exit", kConditionVariable},
    // <future>.
    {"std::future", kType, "detsim::future", kFuture},
    {"std::shared_future", kType, "detsim::shared_future", kFuture},
    {"std::promise", kType, "detsim::promise", kFuture},
    {"std::packaged_task", kType, "detsim::packaged_task", kFuture},
    {"std::async", kFunction, "detsim::async", kFuture},
    // <atomic>: types.
    {"std::atomic", kType, "detsim::atomic", kAtomic},
    {"std::atomic_flag", kType, "detsim::atomic_flag", kAtomic},
    {"std::atomic_ref", kType, "detsim::atomic_ref", kAtomic},
    {"std::atomic_signed_lock_free", kType, "detsim::atomic_signed_lock_free",
     kAtomic},
    {"std::atomic_unsigned_lock_free", kType,
     "detsim::atomic_unsigned_lock_free", kAtomic},
    {"std::atomic_bool", kType, "detsim::atomic_bool", kAtomic},
    {"std::atomic_char", kType, "detsim::atomic_char", kAtomic},
    {"std::atomic_schar", kType, "detsim::atomic_schar", kAtomic},
    {"std::atomic_uchar", kType, "detsim::atomic_uchar", kAtomic},
    {"std::atomic_short", kType, "detsim::atomic_short", kAtomic},
    {"std::atomic_ushort", kType, "detsim::atomic_ushort", kAtomic},
    {"std::atomic_int", kType, "detsim::atomic_int", kAtomic},
    {"std::atomic_uint", kType, "detsim::atomic_uint", kAtomic},
    {"std::atomic_long", kType, "detsim::atomic_long", kAtomic},
    {"std::atomic_ulong", kType, "detsim::atomic_ulong", kAtomic},
    {"std::atomic_llong", kType, "detsim::atomic_llong", kAtomic},
    {"std::atomic_ullong", kType, "detsim::atomic_ullong", kAtomic},
    {"std::atomic_char8_t", kType, "detsim::atomic_char8_t", kAtomic},
    {"std::atomic_char16_t", kType, "detsim::atomic_char16_t", kAtomic},
    {"std::atomic_char32_t", kType, "detsim::atomic_char32_t", kAtomic},
    {"std::atomic_wchar_t", kType, "detsim::atomic_wchar_t", kAtomic},
    {"std::atomic_int8_t", kType, "detsim::atomic_int8_t", kAtomic},
    {"std::atomic_uint8_t", kType, "detsim::atomic_uint8_t", kAtomic},
    {"std::atomic_int16_t", kType, "detsim::atomic_int16_t", kAtomic},
    {"std::atomic_uint16_t", kType, "detsim::atomic_uint16_t", kAtomic},
    {"std::atomic_int32_t", kType, "detsim::atomic_int32_t", kAtomic},
    {"std::atomic_uint32_t", kType, "detsim::atomic_uint32_t", kAtomic},
    {"std::atomic_int64_t", kType, "detsim::atomic_int64_t", kAtomic},
    {"std::atomic_uint64_t", kType, "detsim::atomic_uint64_t", kAtomic},
    {"std::atomic_int_least8_t", kType, "detsim::atomic_int_least8_t", kAtomic},
    {"std::atomic_uint_least8_t", kType, "detsim::atomic_uint_least8_t",
     kAtomic},
    {"std::atomic_int_least16_t", kType, "detsim::atomic_int_least16_t",
     kAtomic},
    {"std::atomic_uint_least16_t", kType, "detsim::atomic_uint_least16_t",
     kAtomic},
    {"std::atomic_int_least32_t", kType, "detsim::atomic_int_least32_t",
     kAtomic},
    {"std::atomic_uint_least32_t", kType, "detsim::atomic_uint_least32_t",
     kAtomic},
    {"std::atomic_int_least64_t", kType, "detsim::atomic_int_least64_t",
     kAtomic},
    {"std::atomic_uint_least64_t", kType, "detsim::atomic_uint_least64_t",
     kAtomic},
    {"std::atomic_int_fast8_t", kType, "detsim::atomic_int_fast8_t", kAtomic},
    {"std::atomic_uint_fast8_t", kType, "detsim::atomic_uint_fast8_t", kAtomic},
    {"std::atomic_int_fast16_t", kType, "detsim::atomic_int_fast16_t", kAtomic},
    {"std::atomic_uint_fast16_t", kType, "detsim::atomic_uint_fast16_t",
     kAtomic},
    {"std::atomic_int_fast32_t", kType, "detsim::atomic_int_fast32_t", kAtomic},
    {"std::atomic_uint_fast32_t", kType, "detsim::atomic_uint_fast32_t",
     kAtomic},
    {"std::atomic_int_fast64_t", kType, "detsim::atomic_int_fast64_t", kAtomic},
    {"std::atomic_uint_fast64_t", kType, "detsim::atomic_uint_fast64_t",
     kAtomic},
    {"std::atomic_intptr_t", kType, "detsim::atomic_intptr_t", kAtomic},
    {"std::atomic_uintptr_t", kType, "detsim::atomic_uintptr_t", kAtomic},
    {"std::atomic_size_t", kType, "detsim::atomic_size_t", kAtomic},
    {"std::atomic_ptrdiff_t", kType, "detsim::atomic_ptrdiff_t", kAtomic},
    {"std::atomic_intmax_t", kType, "detsim::atomic_intmax_t", kAtomic},
    {"std::atomic_uintmax_t", kType, "detsim::atomic_uintmax_t", kAtomic},
    // <atomic>: functions.
    {"std::atomic_is_lock_free", kFunction, "detsim::atomic_is_lock_free",
     kAtomic},
    {"std::atomic_init", kFunction, "detsim::atomic_init", kAtomic},
    {"std::atomic_store", kFunction, "detsim::atomic_store", kAtomic},
    {"std::atomic_store_explicit", kFunction, "detsim::atomic_store_explicit",
     kAtomic},
    {"std::atomic_load", kFunction, "detsim::atomic_load", kAtomic},
    {"std::atomic_load_explicit", kFunction, "detsim::atomic_load_explicit",
     kAtomic},
    {"std::atomic_exchange", kFunction, "detsim::atomic_exchange", kAtomic},
    {"std::atomic_exchange_explicit", kFunction,
     "detsim::atomic_exchange_explicit", kAtomic},
    {"std::atomic_compare_exchange_weak", kFunction,
     "detsim::atomic_compare_exchange_weak", kAtomic},
    {"std::atomic_compare_exchange_weak_explicit", kFunction,
     "detsim::atomic_compare_exchange_weak_explicit", kAtomic},
    {"std::atomic_compare_exchange_strong", kFunction,
     "detsim::atomic_compare_exchange_strong", kAtomic},
    {"std::atomic_compare_exchange_strong_explicit", kFunction,
     "detsim::atomic_compare_exchange_strong_explicit", kAtomic},
    {"std::atomic_fetch_add", kFunction, "detsim::atomic_fetch_add", kAtomic},
    {"std::atomic_fetch_add_explicit", kFunction,
     "detsim::atomic_fetch_add_explicit", kAtomic},
    {"std::atomic_fetch_sub", kFunction, "detsim::atomic_fetch_sub", kAtomic},
    {"std::atomic_fetch_sub_explicit", kFunction,
     "detsim::atomic_fetch_sub_explicit", kAtomic},
    {"std::atomic_fetch_and", kFunction, "detsim::atomic_fetch_and", kAtomic},
    {"std::atomic_fetch_and_explicit", kFunction,
     "detsim::atomic_fetch_and_explicit", kAtomic},
    {"std::atomic_fetch_or", kFunction, "detsim::atomic_fetch_or", kAtomic},
    {"std::atomic_fetch_or_explicit", kFunction,
     "detsim::atomic_fetch_or_explicit", kAtomic},
    {"std::atomic_fetch_xor", kFunction, "detsim::atomic_fetch_xor", kAtomic},
    {"std::atomic_fetch_xor_explicit", kFunction,
     "detsim::atomic_fetch_xor_explicit", kAtomic},
    {"std::atomic_wait", kFunction, "detsim::atomic_wait", kAtomic},
    {"std::atomic_wait_explicit", kFunction, "detsim::atomic_wait_explicit",
     kAtomic},
    {"std::atomic_notify_one", kFunction, "detsim::atomic_notify_one", kAtomic},
    {"std::atomic_notify_all", kFunction, "detsim::atomic_notify_all", kAtomic},
    {"std::atomic_flag_test", kFunction, "detsim::atomic_flag_test", kAtomic},
    {"std::atomic_flag_test_explicit", kFunction,
     "detsim::atomic_flag_test_explicit", kAtomic},
    {"std::atomic_flag_test_and_set", kFunction,
     "detsim::atomic_flag_test_and_set", kAtomic},
    {"std::atomic_flag_test_and_set_explicit", kFunction,
     "detsim::atomic_flag_test_and_set_explicit", kAtomic},
    {"std::atomic_flag_clear", kFunction, "detsim::atomic_flag_clear", kAtomic},
    {"std::atomic_flag_clear_explicit", kFunction,
     "detsim::atomic_flag_clear_explicit", kAtomic},
    {"std::atomic_flag_wait", kFunction, "detsim::atomic_flag_wait", kAtomic},
    {"std::atomic_flag_wait_explicit", kFunction,
     "detsim::atomic_flag_wait_explicit", kAtomic},
    {"std::atomic_flag_notify_one", kFunction, "detsim::atomic_flag_notify_one",
     kAtomic},
    {"std::atomic_flag_notify_all", kFunction, "detsim::atomic_flag_notify_all",
     kAtomic},
    {"std::atomic_thread_fence", kFunction, "detsim::atomic_thread_fence",
     kAtomic},
    {"std::atomic_signal_fence", kFunction, "detsim::atomic_signal_fence",
     kAtomic},
    // <chrono>.
    {"std::chrono::steady_clock", kType, "detsim::chrono::steady_clock",
     kChrono},
    {"std::chrono::system_clock", kType, "detsim::chrono::system_clock",
     kChrono},
    {"std::chrono::high_resolution_clock", kType,
     "detsim::chrono::high_resolution_clock", kChrono},
    {"std::chrono::file_clock", kType, "detsim::chrono::file_clock", kChrono},
    {"std::chrono::utc_clock", kType, "detsim::chrono::utc_clock", kChrono},
    {"std::chrono::tai_clock", kType, "detsim::chrono::tai_clock", kChrono},
    {"std::chrono::gps_clock", kType, "detsim::chrono::gps_clock", kChrono},
    // <random>.
    {"std::random_device", kType, "detsim::random_device", kRandom},
};

std::string_view LastName(std::string_view qualified_name) {
  size_t colon = qualified_name.rfind(':');
  return colon == std::string_view::npos ? qualified_name
                                         : qualified_name.substr(colon + 1);
}

template <typename Row>
std::map<std::string_view, const Row*> Index(std::span<const Row> rows) {
  std::map<std::string_view, const Row*> index;
  for (const Row& row : rows) index.emplace(row.name, &row);
  return index;
}

template <typename Row>
const Row* Find(const std::map<std::string_view, const Row*>& index,
                std::string_view name) {
  auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

}  // namespace

std::span<const Symbol> Symbols() {
  static const auto* const symbols = [] {
    auto* all =
        new std::vector<Symbol>(std::begin(kStdSymbols), std::end(kStdSymbols));
    for (std::span<const Symbol> more : {PosixSymbols(), BuiltinSymbols()})
      all->insert(all->end(), more.begin(), more.end());
    return all;
  }();
  return *symbols;
}

const Symbol* FindSymbol(std::string_view qualified_name) {
  static const auto* const index =
      new std::map<std::string_view, const Symbol*>(Index(Symbols()));
  return Find(*index, qualified_name);
}

const UncontrolledSymbol* FindUncontrolledSymbol(
    std::string_view qualified_name) {
  static const auto* const index =
      new std::map<std::string_view, const UncontrolledSymbol*>(
          Index(UncontrolledSymbols()));
  return Find(*index, qualified_name);
}

bool IsSymbolLastName(std::string_view name) {
  static const auto* const names = [] {
    auto* set = new std::set<std::string_view>;
    for (const Symbol& row : Symbols()) set->insert(LastName(row.name));
    for (const UncontrolledSymbol& row : UncontrolledSymbols())
      set->insert(LastName(row.name));
    return set;
  }();
  return names->contains(name);
}

}  // namespace detsim::rewriter
