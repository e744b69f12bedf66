// The conformance suite is one source, compiled against std natively and
// against the shims: what a test says of `tested::mutex` must hold for both.
#ifndef DETSIM_TEST_SHIMS_CONFORMANCE_TESTED_H_
#define DETSIM_TEST_SHIMS_CONFORMANCE_TESTED_H_

#ifdef DETSIM_TEST_SHIMS
#include "detsim/std/atomic.h"
#include "detsim/std/barrier.h"
#include "detsim/std/chrono.h"
#include "detsim/std/condition_variable.h"
#include "detsim/std/future.h"
#include "detsim/std/latch.h"
#include "detsim/std/mutex.h"
#include "detsim/std/random.h"
#include "detsim/std/semaphore.h"
#include "detsim/std/shared_mutex.h"
#include "detsim/std/stop_token.h"
#include "detsim/std/thread.h"
namespace tested = detsim;
#else
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <random>
#include <shared_mutex>
#include <thread>
#if __cplusplus >= 202002L
#include <barrier>
#include <latch>
#include <semaphore>
#include <stop_token>
#endif
namespace tested = std;
#endif

#include "gtest/gtest.h"

namespace tested_support {

// Long enough for anything that must happen, never waited out by a test that
// passes.
constexpr std::chrono::seconds kLong(60);
// For what must not happen.
constexpr std::chrono::milliseconds kShort(5);

// The error code of the std::system_error that `function` throws.
template <typename Function>
std::error_code SystemErrorOf(Function function) {
  try {
    function();
  } catch (const std::system_error& error) {
    return error.code();
  }
  return std::error_code();
}

}  // namespace tested_support

#endif  // DETSIM_TEST_SHIMS_CONFORMANCE_TESTED_H_
