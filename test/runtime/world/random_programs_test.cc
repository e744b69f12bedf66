// Programs that nobody thought of: drawn from a seed over the whole ABI, most
// of them full of bugs. Whatever they do, a run ends with a verdict, is the
// same every time, and replays from its record.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "runtime/base/prng.h"
#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

constexpr uint64_t kObjects = 3;
constexpr int kThreadsMax = 12;

// What the threads of one program share. On the heap: stores to it are seen.
struct World {
  detsim_mutex mutexes[kObjects] = {};
  detsim_cond conditions[kObjects] = {};
  detsim_event events[kObjects] = {};
  int32_t onces[kObjects] = {};
  int words[kObjects] = {};
  Atomic atomics[kObjects];
  int plain = 0;
  int started = 0;
};

int WordIsZero(void* word) { return PlainLoad(static_cast<int*>(word)) == 0; }

class Actor {
 public:
  Actor(std::shared_ptr<World> world, uint64_t program, uint64_t name)
      : world_(std::move(world)),
        program_(program),
        name_(name),
        prng_(program, name) {}

  void Run(int operations) {
    for (int i = 0; i < operations; ++i) Act();
    for (uint64_t i = 0; i < kObjects; ++i) {
      if (held_[i]) Unlock(i);
    }
    for (Thread& child : children_) child.Join();
  }

 private:
  void Act() {
    uint64_t i = prng_.Below(kObjects);
    World& w = *world_;
    switch (prng_.Below(21)) {
      case 0:
      case 1:
        if (held_[i]) return Unlock(i);
        detsim_mutex_lock(&w.mutexes[i]);
        held_[i] = true;
        return;
      case 2:
        if (!held_[i]) held_[i] = detsim_mutex_trylock(&w.mutexes[i], 1) == 0;
        return;
      case 3:
        if (!held_[i]) {
          held_[i] = detsim_mutex_timedlock(&w.mutexes[i], Deadline()) == 0;
        }
        return;
      case 4:
        if (held_[i]) return;
        detsim_shared_lock(&w.mutexes[i]);
        PlainIncrement(&w.plain);
        detsim_shared_unlock(&w.mutexes[i]);
        return;
      case 5:
        if (held_[i]) {
          detsim_cond_wait(&w.conditions[i], &w.mutexes[i], Deadline());
        }
        return;
      case 6:
        return detsim_cond_notify_one(&w.conditions[i]);
      case 7:
        return detsim_cond_notify_all(&w.conditions[i]);
      case 8:
        return detsim_event_set(&w.events[i]);
      case 9:
        detsim_event_wait(&w.events[i], Deadline());
        return;
      case 10:
        if (detsim_once_begin(&w.onces[i]) != 0) {
          detsim_yield();
          detsim_once_end(&w.onces[i], prng_.Below(2) == 0);
        }
        return;
      case 11:
        detsim_address_wait(&w.words[i], &WordIsZero, &w.words[i], Deadline());
        return;
      case 12:
        PlainStore(&w.words[i], 1);
        return detsim_address_wake(&w.words[i], prng_.Below(2) == 0);
      case 13:
        w.atomics[i].FetchAdd(1);
        return;
      case 14:
        w.atomics[i].Replace(1, 2);
        return;
      default:
        return ActAlone();
    }
  }

  // What involves no shared object but memory.
  void ActAlone() {
    switch (prng_.Below(6)) {
      case 0:
        return detsim_yield();
      case 1:
        return SleepFor(detsim_random_u32() % (3 * kMs));
      case 2:
        return Spawn();
      case 3:
        for (int k = 0; k < 5; ++k) PlainIncrement(&world_->plain);
        return;
      case 4:
        ++*ThreadLocalCounter();
        return;
      default:
        if (children_.empty()) return;
        children_.back().Join();
        children_.pop_back();
        return;
    }
  }

  void Unlock(uint64_t i) {
    detsim_mutex_unlock(&world_->mutexes[i]);
    held_[i] = false;
  }

  // Mostly some time from now, sometimes in the past, sometimes never.
  uint64_t Deadline() {
    switch (prng_.Below(6)) {
      case 0:
        return DETSIM_FOREVER;
      case 1:
        return 1;
      default:
        return Now() + prng_.Below(10 * kMs);
    }
  }

  void Spawn() {
    if (world_->started == kThreadsMax) return;
    ++world_->started;
    uint64_t child_name = 100 * name_ + children_.size() + 1;
    children_.emplace_back([world = world_, program = program_, child_name] {
      Actor(world, program, child_name).Run(8);
    });
    if (prng_.Below(8) == 0) {
      children_.back().Detach();
      children_.pop_back();
    }
  }

  std::shared_ptr<World> world_;
  uint64_t program_;
  uint64_t name_;
  Prng prng_;
  bool held_[kObjects] = {};
  std::vector<Thread> children_;
};

Body Program(uint64_t program) {
  return [program] { Actor(std::make_shared<World>(), program, 0).Run(25); };
}

class RandomProgramTest : public testing::TestWithParam<const char*> {
 protected:
  static constexpr uint64_t kPrograms = 150;
  static constexpr uint64_t kSeeds = 4;

  std::vector<Outcome> Draw(uint64_t program) {
    Scenario scenario = {.strategy = GetParam()};
    scenario.profile = {.steps = 100, .accesses = 100, .threads = 6};
    return RunSeeds(scenario, kSeeds, Program(program));
  }
};

INSTANTIATE_TEST_SUITE_P(Under, RandomProgramTest,
                         testing::Values("calm", "random", "pct", "pos", "surw",
                                         "rff", "portfolio"),
                         [](const auto& name) {
                           return std::string(name.param);
                         });

// RunSeeds already compares two processes that batch the seeds differently.
TEST_P(RandomProgramTest, EveryRunEndsWithAVerdictAndReplays) {
  int passed = 0;
  int failed = 0;
  for (uint64_t program = 1; program <= kPrograms; ++program) {
    for (const Outcome& original : Draw(program)) {
      ASSERT_EQ(original.signal, 0) << program;
      ASSERT_NE(original.verdict, Verdict::kInconclusive) << program;
      (original.passed() ? passed : failed)++;
      Outcome replayed = RunScenario({.strategy = "replay",
                                      .seed = original.seed,
                                      .choices = original.choices},
                                     Program(program));
      ASSERT_TRUE(replayed.SameAs(original))
          << "program " << program << "\n"
          << testing::PrintToString(original) << "\n"
          << testing::PrintToString(replayed);
      if (GetParam() == std::string("calm")) break;
    }
  }
  // The programs are worth something: neither all broken nor all trivial.
  EXPECT_GT(passed, 20);
  EXPECT_GT(failed, 20);
}

TEST_P(RandomProgramTest, ATracedRunIsTheSame) {
  for (uint64_t program = 1; program <= kPrograms / 3; ++program) {
    Scenario scenario = {.strategy = GetParam()};
    Outcome plain = RunScenario(scenario, Program(program));
    scenario.trace = true;
    Outcome traced = RunScenario(scenario, Program(program));
    ASSERT_TRUE(traced.SameAs(plain)) << "program " << program << "\n"
                                      << testing::PrintToString(plain) << "\n"
                                      << testing::PrintToString(traced);
  }
}

}  // namespace
}  // namespace detsim::runtime
