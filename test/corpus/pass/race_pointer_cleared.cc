// expect: passed
// trials: 500
// flags: --races=fail
//
// The pointer that shutting down clears is an atomic.
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

namespace {

struct Sink {
  std::string last;
};

// Where to log to, while there is a sink.
std::atomic<Sink*> current{nullptr};

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
