// expect: passed
// trials: 1000
//
// The thread catches what its work may throw.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

TEST(UncaughtInThread, Parses) {
  std::atomic<bool> filled{false};
  std::string text = "12";
  int value = 0;
  std::thread parser([&] {
    try {
      value = std::stoi(filled ? text : "");
    } catch (const std::invalid_argument&) {
      value = 0;
    }
  });
  filled = true;
  parser.join();
  EXPECT_GE(value, 0);
}

}  // namespace
