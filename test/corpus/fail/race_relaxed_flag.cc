// expect: data_race
// trials: 200
// flags: --races=fail
// place: message
//
// A message is published with a relaxed store: its reader may see the flag and
// not the message.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

TEST(RaceRelaxedFlag, ReadsWhatWasPublished) {
  int message = 0;
  std::atomic<bool> published{false};
  std::thread writer([&] {
    message = 42;
    published.store(true, std::memory_order_relaxed);
  });
  std::thread reader([&] {
    while (!published.load(std::memory_order_acquire))
      std::this_thread::yield();
    EXPECT_EQ(message, 42);
  });
  writer.join();
  reader.join();
}

}  // namespace
