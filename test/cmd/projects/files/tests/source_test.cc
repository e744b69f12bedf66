// Runs in the source folder: it must not change.
#include <gtest/gtest.h>

#include <fstream>
#include <mutex>
#include <string>
#include <thread>

TEST(Source, IsWhereItRuns) {
  std::mutex mutex;
  std::thread thread([&] { std::lock_guard<std::mutex> lock(mutex); });
  {
    std::lock_guard<std::mutex> lock(mutex);
  }
  thread.join();
  std::string text;
  std::getline(std::ifstream("tests/data/given.txt"), text);
  EXPECT_EQ(text, "given");
  std::getline(std::ifstream("top.txt"), text);
  EXPECT_EQ(text, "top");
  std::ofstream("top.txt") << "changed";
  std::ofstream("left.txt") << "left";
}
