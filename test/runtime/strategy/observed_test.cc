#include "runtime/strategy/observed.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/strategy/event_watcher.h"
#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

// Records what the source within it answers, as the scheduler does.
class Recorder final : public ChoiceSource {
 public:
  explicit Recorder(ChoiceSource* source) : source_(source) {}
  void BeginRun(const RunStart& start) override {
    choices.clear();
    questions = 0;
    source_->BeginRun(start);
  }
  uint32_t PickThread(const SchedulingPoint& point) override {
    uint32_t option = source_->PickThread(point);
    ++questions;
    if (option != 0) choices.push_back({point.key, point[option]->key});
    return option;
  }
  uint64_t PickValue(const ChoiceKey& key, uint64_t options) override {
    return source_->PickValue(key, options);
  }
  uint64_t AccessGap(const Candidate& current, uint64_t accesses) override {
    return source_->AccessGap(current, accesses);
  }
  std::vector<Choice> choices;
  uint64_t questions = 0;

 private:
  ChoiceSource* source_;
};

class ObservedTest : public testing::Test {
 protected:
  // Who took a step, in order, when three threads take ten each.
  std::string Run(const RunStart& start) {
    Recorder recorder(&Observed(&RandomStrategy(), *known_));
    std::string order = RunModel(recorder, start, {10, 10, 10});
    choices_ = recorder.choices;
    questions_ = recorder.questions;
    return order;
  }
  RunStart BranchAfter(uint64_t questions, uint64_t seed) {
    RunStart start;
    start.seed = seed;
    start.script.replayed = questions;
    start.choices = recorded_.data();
    start.choice_count = recorded_.size();
    return start;
  }

  std::unique_ptr<Behaviour> known_ = std::make_unique<Behaviour>();
  std::vector<Choice> choices_;
  std::vector<Choice> recorded_;
  uint64_t questions_ = 0;
};

TEST_F(ObservedTest, DrawsWhatTheStrategyDraws) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    EXPECT_EQ(Run({.seed = seed}),
              RunModel(RandomStrategy(), {.seed = seed}, {10, 10, 10}));
  }
}

TEST_F(ObservedTest, ABranchBeginsAsItsEntryDidAndEndsAsItIsDrawn) {
  std::string original = Run({.seed = 1});
  recorded_ = choices_;
  std::set<std::string> futures;
  for (uint64_t seed = 2; seed <= 21; ++seed) {
    std::string branch = Run(BranchAfter(12, seed));
    EXPECT_EQ(branch.substr(0, 12), original.substr(0, 12));
    futures.insert(branch.substr(12));
  }
  EXPECT_GT(futures.size(), 15u);
}

TEST_F(ObservedTest, ABranchThatUsesAllOfItsChoicesHasNotStrayed) {
  std::string original = Run({.seed = 1});
  recorded_ = choices_;
  EXPECT_EQ(Run(BranchAfter(questions_, 2)), original);
  EXPECT_EQ(Observed(&RandomStrategy(), *known_).Behave()->strayed, 0);
}

TEST_F(ObservedTest, ABranchWhoseThreadIsNotThereHasStrayed) {
  recorded_ = {{{.thread = 12345, .operation = 1}, 54321}};
  Run(BranchAfter(5, 2));
  EXPECT_EQ(Observed(&RandomStrategy(), *known_).Behave()->strayed, 1);
}

TEST_F(ObservedTest, ABranchThatEndsBeforeItsPlaceHasStrayed) {
  Run(BranchAfter(1000, 2));
  EXPECT_EQ(Observed(&RandomStrategy(), *known_).Behave()->strayed, 1);
}

TEST_F(ObservedTest, OneStreamIsDrawnAndTheOthersAreReplayed) {
  ChoiceKey wake = {.thread = 3, .operation = 4, .stream = Stream::kWake};
  ChoiceKey value = {.thread = 3, .operation = 4, .stream = Stream::kValue};
  Choice recorded[] = {{wake, 6}, {value, 77}};
  RunStart start;
  start.script.replayed = kReplayAll;
  start.script.redrawn = Stream::kValue;
  start.choices = recorded;
  start.choice_count = 2;
  std::set<uint64_t> values;
  for (start.seed = 1; start.seed <= 20; ++start.seed) {
    ChoiceSource& source = Observed(&RandomStrategy(), *known_);
    source.BeginRun(start);
    EXPECT_EQ(source.PickValue(wake, 8), 6u);
    values.insert(source.PickValue(value, 0));
  }
  EXPECT_EQ(values.size(), 20u);
}

// A strategy that looks at every event learns of those that are replayed.
TEST_F(ObservedTest, AWatchingStrategySeesWhatIsReplayed) {
  int x = 0;
  std::vector<std::vector<PendingOperation>> programs(
      2, std::vector<PendingOperation>(5, Access(&x, 7, true)));
  RunStart start;
  start.seed = 3;
  start.script.replayed = 4;
  RunEvents(Observed(&PosStrategy(), *known_), start, programs);
  EXPECT_EQ(event_watcher.events(), 10u);
}

}  // namespace
}  // namespace detsim::runtime
