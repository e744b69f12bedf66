// --explore as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;

// A bug that needs two threads to take turns for twelve rounds, each of which
// shows. A uniform order of the 24 events does so once in 2.7 millions.
constexpr char kStairs[] = R"(
#include <gtest/gtest.h>
#include <atomic>
#include <thread>
std::atomic<int> step{0};
bool reached = false;
#define UP(n) step.store(n);
#define LOOK(n) if (step.load() != n) return;
void Climb() {
  UP(1) UP(2) UP(3) UP(4) UP(5) UP(6) UP(7) UP(8) UP(9) UP(10) UP(11) UP(12)
}
void Follow() {
  LOOK(1) LOOK(2) LOOK(3) LOOK(4) LOOK(5) LOOK(6)
  LOOK(7) LOOK(8) LOOK(9) LOOK(10) LOOK(11) LOOK(12)
  reached = true;
}
TEST(Stairs, TheTopIsNeverReached) {
  std::thread one(Climb), two(Follow);
  one.join();
  two.join();
  EXPECT_FALSE(reached);
}
)";

class ExploreTest : public testing::Test {
 protected:
  static std::string Project() {
    static const std::string project =
        SmallProject("stairs", kGtestList, kStairs);
    return project;
  }
  void SetUp() override { fs::remove_all(Folder()); }
  static std::string Folder() { return Project() + "/.detsim/corpus"; }
  static std::string File() {
    for (const auto& entry : fs::directory_iterator(Folder()))
      return entry.path();
    return "";
  }
  static CommandResult Sweep(std::vector<std::string> flags) {
    std::vector<std::string> command = {"detsim-test", "--dir=" + Project(),
                                        "--explore"};
    command.insert(command.end(), flags.begin(), flags.end());
    return RunTool(std::move(command));
  }
  static json Test() { return Report(Project())["tests"][0]; }
};

TEST_F(ExploreTest, BuildsOnWhatEarlierSweepsHaveSeen) {
  CommandResult result;
  int sweeps = 0;
  do {
    result = Sweep({"--trials=500", "--max_failures=1", "--strategy=random"});
    EXPECT_THAT(result.output,
                ContainsRegex("corpus: [0-9]+ entries, [0-9]+ added, 0 stale "
                              "and skipped; of [0-9]+ runs [0-9]+ branched"));
  } while (result.exit_code == 0 && ++sweeps < 10);
  EXPECT_EQ(result.exit_code, 1) << result.output;
  json test = Test();
  EXPECT_GT(test["corpus"]["entries"], 10);
  EXPECT_EQ(test["failures"][0]["kind"], "assertion");
  EXPECT_EQ(Replay(Project(), test["failures"][0]).exit_code, 1);
  // Without the corpus as many runs do not find it.
  result = RunTool({"detsim-test", "--dir=" + Project(), "--trials=5000",
                    "--strategy=random"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

TEST_F(ExploreTest, NothingDependsOnTheNumberOfJobs) {
  auto sweeps = [](const char* jobs) {
    fs::remove_all(Folder());
    std::vector<std::string> found;
    for (int i = 0; i < 2; ++i) {
      Sweep({"--trials=300", jobs});
      json report = Report(Project());
      report["totals"].erase("seconds");
      report["totals"].erase("runs_per_second");
      found.push_back(report.dump());
      found.push_back(*ReadFile(File()));
    }
    return found;
  };
  EXPECT_EQ(sweeps("--jobs=1"), sweeps("--jobs=4"));
}

TEST_F(ExploreTest, SeedsGoOn) {
  Sweep({"--trials=100"});
  EXPECT_EQ(Test()["corpus"]["runs"], 100);
  uint64_t known = Test()["novelty"]["growth"].back()["edges"];
  Sweep({"--trials=50"});
  EXPECT_EQ(Test()["corpus"]["runs"], 150);
  EXPECT_GE(Test()["novelty"]["growth"][0]["edges"], known);
}

TEST_F(ExploreTest, EntriesOfAnotherBinaryAreSkippedAndCounted) {
  Sweep({"--trials=100"});
  std::string text = *ReadFile(File());
  std::string hash = json::parse(text)["binary_hash"];
  text.replace(text.find(hash), hash.size(), std::string(hash.size(), '0'));
  ASSERT_TRUE(WriteFile(File(), text).ok());
  uint64_t entries = json::parse(text)["entries"].size();
  CommandResult result = Sweep({"--trials=100"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(Test()["corpus"]["stale"], entries);
  EXPECT_EQ(Test()["corpus"]["runs"], 100);
  EXPECT_EQ(json::parse(*ReadFile(File()))["binary_hash"], hash);
}

TEST_F(ExploreTest, EntriesThatLeadElsewhereAreSkippedAndCounted) {
  Sweep({"--trials=100"});
  json corpus = json::parse(*ReadFile(File()));
  for (json& entry : corpus["entries"])
    for (json& choice : entry["choices"]) choice[2] = 1'000'000;
  ASSERT_TRUE(WriteFile(File(), corpus.dump()).ok());
  CommandResult result = Sweep({"--trials=300"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_GT(Test()["corpus"]["stale"], 0);
}

TEST_F(ExploreTest, ADamagedCorpusIsOneLine) {
  Sweep({"--trials=100"});
  std::string text = *ReadFile(File());
  ASSERT_TRUE(WriteFile(File(), text.substr(0, text.size() / 2)).ok());
  CommandResult result = Sweep({"--trials=100"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.output,
              HasSubstr("detsim-test: cannot use " + File() +
                        ": it is cut off or damaged; without it a new one is "
                        "begun\n"));
}

TEST_F(ExploreTest, GoesWithEveryStrategyThatDraws) {
  for (const char* strategy : {"random", "pct", "pos", "surw", "rff"}) {
    fs::remove_all(Folder());
    std::string flag = std::string("--strategy=") + strategy;
    Sweep({"--trials=200", flag, "--max_failures=0"});
    CommandResult result = Sweep({"--trials=200", flag, "--max_failures=0"});
    EXPECT_NE(result.exit_code, 4) << result.output;
    EXPECT_EQ(Test()["corpus"]["stale"], 0) << strategy;
    EXPECT_GT(Test()["corpus"]["branched_runs"], 50) << strategy;
  }
}

}  // namespace
}  // namespace detsim::cmd
