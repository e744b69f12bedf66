// pthread_once, and std::call_once over it. Compiled with -femulated-tls like a
// program under test: std::call_once hands its function over in a thread_local.
#include <gtest/gtest.h>
#include <pthread.h>

#include <mutex>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

TEST(LibraryOnceTest, AnExceptionLetsAnotherCallerTry) {
  Outcome outcome = RunScenario({}, [] {
    std::once_flag once;
    auto body = [&](const char* name, bool throws) {
      return [&once, name, throws] {
        try {
          std::call_once(once, [&] {
            Log(name);
            detsim_yield();
            if (throws) throw 1;
          });
        } catch (int) {
          Log("!");
        }
      };
    };
    Thread a(body("a", true)), b(body("b", false)), c(body("c", false));
    a.Join();
    b.Join();
    c.Join();
  });
  EXPECT_TRUE(outcome.passed());
  EXPECT_EQ(outcome.log, "a!b");
}

TEST(LibraryOnceTest, RunsOnceAndOthersWait) {
  static int runs;
  std::vector<Outcome> failing = FailingSeeds({.strategy = "random"}, 50, [] {
    pthread_once_t once = PTHREAD_ONCE_INIT;
    runs = 0;
    auto body = [&] {
      pthread_once(&once, [] {
        detsim_yield();
        ++runs;
      });
      SIM_CHECK(runs == 1);
    };
    Thread a(body), b(body), c(body);
    a.Join();
    b.Join();
    c.Join();
  });
  EXPECT_TRUE(failing.empty()) << testing::PrintToString(failing[0]);
}

}  // namespace
}  // namespace detsim::runtime
