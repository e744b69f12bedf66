// expect: data_race
// trials: 200
// flags: --races=fail
// place: current
//
// Shutting down clears the pointer that every thread that logs reads.
#include <gtest/gtest.h>

#include <mutex>
#include <string>
#include <thread>

namespace {

struct Sink {
  std::string last;
};

// Where to log to, while there is a sink.
Sink* current = nullptr;

TEST(RacePointerCleared, LogsDuringShutdown) {
  Sink sink;
  std::mutex mutex;
  current = &sink;
  std::thread logger([&] {
    Sink* to = current;
    if (to == nullptr) return;
    std::lock_guard<std::mutex> lock(mutex);
    to->last = "started";
  });
  current = nullptr;
  logger.join();
  EXPECT_TRUE(sink.last.empty() || sink.last == "started");
}

}  // namespace
