// expect: data_race
// trials: 200
// flags: --races=fail
// place: stop
//
// A worker is stopped through a plain bool.
#include <gtest/gtest.h>

#include <thread>

namespace {

TEST(RacePlainStopFlag, Stops) {
  volatile bool stop = false;
  std::thread worker([&] {
    while (!stop) std::this_thread::yield();
  });
  stop = true;
  worker.join();
}

}  // namespace
