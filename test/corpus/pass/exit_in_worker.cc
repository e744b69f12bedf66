// expect: passed
// trials: 1000
//
// Configures before it starts the worker.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

TEST(ExitInWorker, Starts) {
  std::atomic<bool> configured{false};
  configured = true;
  std::thread worker([&configured] {
    if (!configured) std::_Exit(3);
  });
  worker.join();
}

}  // namespace
