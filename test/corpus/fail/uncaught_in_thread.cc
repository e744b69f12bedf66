// expect: exception
// trials: 500
//
// An exception leaves a thread's function.
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
  std::thread parser([&] { value = std::stoi(filled ? text : ""); });
  filled = true;
  parser.join();
  EXPECT_GE(value, 0);
}

}  // namespace
