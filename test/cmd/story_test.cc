// What the story of a failure says of code that the user did not write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr char kSource[] = R"(#include <gtest/gtest.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
namespace {
int hits = 0;
}
TEST(Story, Names) {
  std::vector<std::string> names;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] { names.push_back("a name"); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(names.size(), 2u);
}
TEST(Story, Hits) {
  auto hit = [] { for (int i = 0; i < 3; ++i) ++hits; };
  std::thread one(hit), two(hit);
  one.join();
  two.join();
  EXPECT_EQ(hits % 6, 0);
}
TEST(Story, Expires) {
  std::mutex guard;
  std::condition_variable_any changed;
  std::thread waiter([&] {
    std::unique_lock<std::mutex> lock(guard);
    changed.wait_for(lock, std::chrono::seconds(1));
  });
  waiter.join();
  EXPECT_TRUE(false);
}
TEST(Story, Throws) {
  std::promise<int> result;
  std::atomic<bool> set{false};
  auto answer = [&] {
    if (!set.exchange(true)) result.set_value(1);
    else if (set.load() && ++hits == 1) result.set_value(2);
  };
  auto one = std::async(std::launch::async, answer);
  answer();
  one.get();
}
TEST(Story, Sum) {
  std::atomic<double> sum{0.25};
  std::atomic<float> part{1.5f};
  part.store(part.load() + 0.25f);
  double old = sum.load();
  while (!sum.compare_exchange_weak(old, old - 0.35)) {}
  EXPECT_EQ(sum.load(), 0);
}
TEST(Story, Cycle) {
  std::mutex a, b;
  auto both = [](std::mutex& x, std::mutex& y) {
    std::lock_guard<std::mutex> first(x);
    std::lock_guard<std::mutex> second(y);
  };
  std::thread one([&] { both(a, b); }), two([&] { both(b, a); });
  one.join();
  two.join();
}
)";

const std::string& Project() {
  static const std::string project = SmallProject("story", kGtestList, kSource);
  return project;
}

// The file of a failure of the report, minimized.
std::string Minimized(const nlohmann::json& failure) {
  return Project() + "/.detsim/" +
         failure["minimized"]["artifact"].get<std::string>();
}

// The story of the first failure of a kind, minimized.
std::string StoryOf(const std::string& test, const std::string& kind) {
  nlohmann::json swept =
      SweepOne(Project(), "Story." + test, {"--trials=300", "--minimize"}, 1);
  for (const auto& failure : swept["failures"]) {
    if (failure["kind"] == kind)
      return RunTool({"detsim-trace", "view", Minimized(failure)}).output;
  }
  return "";
}

TEST(StoryTest, APreemptionAtAPlainAccessShowsItsLine) {
  std::string story = StoryOf("Hits", "assertion");
  EXPECT_THAT(story,
              ContainsRegex("PREEMPTED at a plain access: T. runs instead\n"
                            " +at main.cc:22:[0-9]+  auto hit"));
}

TEST(StoryTest, AMutexIsNotCalledLikeWhatWaitsWithIt) {
  std::string story = StoryOf("Expires", "assertion");
  EXPECT_THAT(story,
              ContainsRegex("lock mutex guard #. +main.cc:[0-9:]+ +std"));
  EXPECT_THAT(story, HasSubstr("wait condition variable changed #"));
}

TEST(StoryTest, FloatingPointAtomicsHoldNumbers) {
  std::string story = StoryOf("Sum", "assertion");
  EXPECT_THAT(story, ContainsRegex("load atomic part #., reads 1.5 "));
  EXPECT_THAT(story, ContainsRegex("store atomic part #., writes 1.75 "));
  EXPECT_THAT(story, ContainsRegex("atomic sum #., reads 0.25, writes -0.0"));
}

TEST(StoryTest, APinKnowsAnExceptionAgain) {
  const std::string& project = Project();
  nlohmann::json failure = SweepOne(
      project, "Story.Throws", {"--trials=5", "--minimize"}, 1)["failures"][0];
  EXPECT_EQ(failure["kind"], "exception");
  CommandResult pinned = RunTool(
      {"detsim-test", "--dir=" + project, "--pin=" + Minimized(failure)});
  EXPECT_EQ(pinned.exit_code, 0) << pinned.output;
  nlohmann::json again = SweepOne(project, "Story.Throws", {"--trials=1"}, 1);
  std::filesystem::remove_all(project + "/detsim-regressions");
  EXPECT_EQ(again["pins"][0]["status"], "fails");
}

TEST(StoryTest, WhoClosesACycleDoesNotHoldWhatItWaitsFor) {
  std::string story = StoryOf("Cycle", "deadlock");
  EXPECT_THAT(story, ContainsRegex("T1 holds mutex [xy] #., since step"));
  EXPECT_THAT(story, ContainsRegex("T2 holds mutex [xy] #., since step"));
  EXPECT_THAT(story, Not(ContainsRegex("T1 holds.*\n.*T1 holds")));
  EXPECT_THAT(story,
              ContainsRegex("\\(cannot go on: blocked\\)\n\ndeadlock at"));
}

}  // namespace
}  // namespace detsim::cmd
