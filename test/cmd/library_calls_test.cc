// Operations inside functions of the standard library that nothing inlines: the
// story, the report and pins place them where the user's code called those.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using Json = nlohmann::json;
using Operations = std::set<std::string>;

// What a line's comment says is all that the run performs there.
constexpr char kSource[] = R"(#include <gtest/gtest.h>
#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
using Guard = std::lock_guard<std::mutex>;
struct Locker {  // unlock
  explicit Locker(std::mutex& m) : guard(m) {}  // lock
  Guard guard;
};
TEST(Calls, All) {
  std::mutex a, b;
  {
    std::vector<std::thread> threads;
    threads.emplace_back([] {});  // spawn start
    threads.emplace_back([] {});  // spawn start
    auto join = std::mem_fn(&std::thread::join);
    std::for_each(threads.begin(), threads.end(), join);  // join
  }
  {
    auto guard = std::make_shared<Guard>(a);  // lock
    guard.reset();  // unlock
    auto locker = std::make_unique<Locker>(a);
    locker.reset();
  }
  {
    std::optional<std::unique_lock<std::mutex>> lock;
    lock.emplace(a);  // lock
    lock.reset();  // unlock
    std::vector<std::unique_lock<std::mutex>> locks;
    locks.emplace_back(a);  // lock
    locks.emplace_back(b);  // lock
    locks.clear();  // unlock
  }
  {
    std::vector<std::mutex*> both = {&a, &b};
    std::for_each(both.begin(), both.end(), [](std::mutex* m) {
      m->lock();  // lock
    });
    auto unlock = std::mem_fn(&std::mutex::unlock);
    std::for_each(both.begin(), both.end(), unlock);  // unlock
  }
  {
    std::function<void()> lock = std::bind(&std::mutex::lock, &a);
    lock();  // lock
    a.unlock();  // unlock
    std::lock(a, b);  // lock try_lock
    Guard first(a, std::adopt_lock), second(b, std::adopt_lock);
  }  // unlock
  {
    std::vector<std::jthread> threads;
    threads.reserve(2);
    threads.emplace_back([] {});  // spawn start
    threads.emplace_back([] {});  // spawn start
  }  // lock unlock join
  auto thread = std::make_unique<std::jthread>([] {});  // spawn start
  thread.reset();  // lock unlock join
  EXPECT_TRUE(false);
}
namespace {
class Seat {
 public:
  bool Take() {
    if (Look()) return false;
    std::vector<std::unique_lock<std::mutex>> held;
    held.emplace_back(mutex_);
    taken_ = true;
    return true;
  }

 private:
  bool Look() {
    auto guard = std::make_shared<Guard>(mutex_);
    return taken_;
  }
  std::mutex mutex_;
  bool taken_ = false;
};
}  // namespace
TEST(Calls, Pinned) {
  Seat seat;
  bool has[2] = {};
  std::vector<std::thread> threads;
  for (bool& one : has) threads.emplace_back([&] { one = seat.Take(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(has[0] && has[1]);
}
)";

const std::string& Project() {
  static const std::string project = SmallProject(
      "library_calls", absl::StrCat("set(CMAKE_CXX_STANDARD 20)\n", kGtestList),
      kSource);
  return project;
}

std::string ArtifactOf(const Json& failure) {
  return Project() + "/.detsim/" + failure["artifact"].get<std::string>();
}

// By line of main.cc: what the comments say.
std::map<int, Operations> Expected() {
  std::map<int, Operations> expected;
  std::istringstream source(kSource);
  std::string text;
  for (int line = 1; std::getline(source, text); ++line) {
    size_t comment = text.find("  // ");
    if (text == "TEST(Calls, Pinned) {" || text == "namespace {") break;
    if (comment == std::string::npos) continue;
    std::istringstream words(text.substr(comment + 5));
    for (std::string word; words >> word;) expected[line].insert(word);
  }
  return expected;
}

// The same of a trace, without what says that a thread could not go on.
std::map<int, Operations> Performed(const Json& trace) {
  std::map<int, Operations> performed;
  for (const Json& event : trace["events"]) {
    std::string operation = event["operation"];
    if (operation == "end" || operation == "block" || operation == "resume" ||
        event.contains("library") || event.contains("choice"))
      continue;
    int line = 0;
    if (event.contains("place")) {
      const Json& place = trace["places"][event["place"].get<size_t>()];
      if (std::string(place["file"]).ends_with("/main.cc"))
        line = place["line"];
    }
    performed[line].insert(operation);
  }
  return performed;
}

TEST(LibraryCallsTest, AreWhereTheUserMadeThem) {
  Json failure =
      SweepOne(Project(), "Calls.All", {"--trials=1"}, 1)["failures"][0];
  CommandResult exported =
      RunTool({"detsim-trace", "export", ArtifactOf(failure)});
  ASSERT_EQ(exported.exit_code, 0) << exported.output;
  Json trace = Json::parse(exported.output);
  std::map<int, Operations> performed = Performed(trace);
  EXPECT_EQ(performed, Expected());
  for (const Json& thread : trace["threads"]) {
    if (thread["path"] != "0") EXPECT_GT(thread["spawned_at"], 0);
  }
  std::string story =
      RunTool({"detsim-trace", "view", ArtifactOf(failure)}).output;
  EXPECT_THAT(story, ContainsRegex("spawn T1 +main.cc:[0-9:]+ +threads.empl"));
  EXPECT_THAT(story, ContainsRegex("lock mutex [a-z]* *#[0-9]+ +"
                                   "main.cc:[0-9:]+ +lock.emplace"));
}

class PinnedCallTest : public testing::Test {
 protected:
  ~PinnedCallTest() override {
    std::filesystem::remove_all(Project() + "/detsim-regressions");
  }
};

TEST_F(PinnedCallTest, IsKnownByTheUsersFunction) {
  Json failure = SweepOne(Project(), "Calls.Pinned",
                          {"--trials=300", "--preempt=sync", "--minimize"},
                          1)["failures"][0];
  std::string minimized = Project() + "/.detsim/" +
                          failure["minimized"]["artifact"].get<std::string>();
  CommandResult made =
      RunTool({"detsim-test", "--dir=" + Project(), "--pin=" + minimized});
  ASSERT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output,
              HasSubstr("before its 1st lock on 1st mutex in Seat::Take\n"));
  Json again =
      SweepOne(Project(), "Calls.Pinned", {"--trials=1", "--preempt=sync"}, 1);
  EXPECT_EQ(again["pins"][0]["status"], "fails");
  EXPECT_EQ(again["pins"][0]["reached"], again["pins"][0]["choices"]);
  std::string text = *ReadFile(again["pins"][0]["file"].get<std::string>());
  EXPECT_THAT(text, AllOf(HasSubstr("2nd that main starts in the test\n"),
                          HasSubstr(": held.emplace_back(mutex_);")));
}

}  // namespace
}  // namespace detsim::cmd
