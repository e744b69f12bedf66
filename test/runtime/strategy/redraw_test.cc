#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "runtime/strategy/strategies.h"
#include "test/runtime/strategy/model.h"

namespace detsim::runtime {
namespace {

const std::vector<int> kSteps = {5, 5, 5};

// Thread a is preempted by c before its third step, and main lets b begin.
std::vector<Choice> Recorded() {
  ThreadKey a = ChildThreadKey(kMainThreadKey, 0);
  return {
      {{.thread = kMainThreadKey}, a},
      {{.thread = a, .operation = 2}, ChildThreadKey(kMainThreadKey, 2)},
  };
}

std::string Order(ChoiceSource& source, uint64_t seed, uint64_t replayed) {
  std::vector<Choice> choices = Recorded();
  return RunModel(source,
                  {.seed = seed,
                   .choices = choices.data(),
                   .choice_count = choices.size(),
                   .replayed = replayed},
                  kSteps);
}

TEST(RedrawTest, FollowsTheRecordUpToItsDecision) {
  std::string recorded = Order(ReplaySource(), 1, 0);
  ASSERT_EQ(recorded.substr(0, 4), "aacc");
  for (uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_EQ(Order(RedrawSource(), seed, 4).substr(0, 4), "aacc") << seed;
}

TEST(RedrawTest, DrawsWhatComesAfter) {
  std::set<std::string> orders;
  for (uint64_t seed = 1; seed <= 20; ++seed)
    orders.insert(Order(RedrawSource(), seed, 4));
  EXPECT_GT(orders.size(), 15u);
}

TEST(RedrawTest, IsTheRandomWalkWhenNothingIsReplayed) {
  for (uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_EQ(Order(RedrawSource(), seed, 0), Order(RandomStrategy(), seed, 0));
}

TEST(RedrawTest, IsTheReplayWhenAllIsReplayed) {
  EXPECT_EQ(Order(RedrawSource(), 3, 100), Order(ReplaySource(), 1, 0));
}

TEST(RedrawTest, ValuesAreDecisionsToo) {
  std::vector<Choice> choices = {
      {{.thread = 7, .operation = 1, .stream = Stream::kWake}, 2}};
  RedrawSource().BeginRun({.choices = choices.data(),
                           .choice_count = choices.size(),
                           .replayed = 1});
  EXPECT_EQ(RedrawSource().PickValue(choices[0].key, 3), 2u);
  std::set<uint64_t> drawn;
  for (int i = 0; i < 50; ++i)
    drawn.insert(RedrawSource().PickValue(choices[0].key, 3));
  EXPECT_EQ(drawn.size(), 3u);
}

TEST(RedrawTest, APreemptionThatLostItsMeaningIsNoDecision) {
  Candidate current = {.key = 7};
  Candidate other = {.key = 8};
  Candidate* ready[] = {&other};
  // The thread that was to run instead is not there.
  Choice lost = {{.thread = 7, .sub = 4, .stream = Stream::kAccess}, 9};
  Choice next = {{.thread = 7, .operation = 1}, 8};
  std::vector<Choice> choices = {lost, next};
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    RedrawSource().BeginRun({.seed = seed,
                             .choices = choices.data(),
                             .choice_count = choices.size(),
                             .replayed = 1});
    SchedulingPoint point = {
        .key = lost.key, .current = &current, .ready = ready, .ready_count = 1};
    EXPECT_EQ(RedrawSource().PickThread(point), 0u);
    point.key = next.key;
    EXPECT_EQ(RedrawSource().PickThread(point), 1u);
  }
}

}  // namespace
}  // namespace detsim::runtime
