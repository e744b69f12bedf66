// expect: assertion
// trials: 500
//
// A worker that finds no configuration ends the whole program.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

TEST(ExitInWorker, Starts) {
  std::atomic<bool> configured{false};
  std::thread worker([&configured] {
    if (!configured) std::_Exit(3);
  });
  configured = true;
  worker.join();
}

}  // namespace
