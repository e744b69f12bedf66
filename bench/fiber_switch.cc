// Measures the two costs that every step of a run is made of: switching
// fibers, against boost.context's switch in the same process, and a decision
// that keeps the current thread.
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <vector>

#include "runtime/fiber/fiber.h"
#include "runtime/include/detsim/abi.h"
#include "runtime/strategy/strategies.h"
#include "runtime/world/world.h"

namespace detsim::runtime {
namespace {

constexpr int kRounds = 400;
constexpr int kSwitches = 20'000;  // A round's, short enough to be left alone.
constexpr int kDecisions = 10'000;
constexpr size_t kStackBytes = 64 * 1024;
constexpr double kSwitchBar = 1.3;
constexpr double kDecisionBar = 3;

// By system call: the runtime's objects define clock_gettime over virtual time.
double RealNanoseconds() {
  timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e9 +
         static_cast<double>(now.tv_nsec);
}

// The best of several rounds: everything else on the machine only adds.
template <typename Round>
double BestNanoseconds(int operations, Round round) {
  double best = 1e18;
  for (int i = 0; i < kRounds; ++i) {
    double start = RealNanoseconds();
    round();
    best = std::min(best, (RealNanoseconds() - start) / operations);
  }
  return best;
}

// Main and the fibers in a ring, each switching to the next, contexts in
// memory, as a scheduler has them. A ring of two is the odd case: a context is
// loaded right after it was stored, and what is measured is that.
constexpr int kRing = 4;
int ring_size = 0;
int Next(int index) { return index + 1 == ring_size ? 0 : index + 1; }

// Not at the same offset in their pages, or their tops compete for one cache
// set.
struct Stacks {
  static constexpr size_t kColour = 192;
  void* Top(int index) {
    return memory[index].data() + memory[index].size() - index * kColour;
  }
  std::vector<char> memory[kRing]{
      std::vector<char>(kStackBytes), std::vector<char>(kStackBytes),
      std::vector<char>(kStackBytes), std::vector<char>(kStackBytes)};
};

void* our_ring[kRing];

void TurnForEver(void* argument) {
  int index = static_cast<int>(reinterpret_cast<intptr_t>(argument));
  for (;;) detsim_switch_fiber(&our_ring[index], our_ring[Next(index)]);
}

double OurSwitch(int fibers) {
  Stacks stacks;
  ring_size = fibers;
  for (int i = 1; i < fibers; ++i) {
    our_ring[i] = MakeFiber(stacks.Top(i), &TurnForEver,
                            reinterpret_cast<void*>(intptr_t{i}));
  }
  return BestNanoseconds(kSwitches, [fibers] {
    for (int i = 0; i < kSwitches / fibers; ++i) {
      detsim_switch_fiber(&our_ring[0], our_ring[1]);
    }
  });
}

namespace boost_context = boost::context::detail;
boost_context::fcontext_t boost_ring[kRing];

int Previous(int index) { return index == 0 ? ring_size - 1 : index - 1; }

void BoostSwitchFrom(int index) {
  int next = Next(index);
  boost_ring[Previous(index)] =
      boost_context::jump_fcontext(boost_ring[next],
                                   reinterpret_cast<void*>(intptr_t{next}))
          .fctx;
}

void BoostTurnForEver(boost_context::transfer_t from) {
  int index = static_cast<int>(reinterpret_cast<intptr_t>(from.data));
  boost_ring[Previous(index)] = from.fctx;
  for (;;) BoostSwitchFrom(index);
}

double BoostSwitch(int fibers) {
  Stacks stacks;
  ring_size = fibers;
  for (int i = 1; i < fibers; ++i) {
    boost_ring[i] = boost_context::make_fcontext(stacks.Top(i), kStackBytes / 2,
                                                 &BoostTurnForEver);
  }
  return BestNanoseconds(kSwitches, [fibers] {
    for (int i = 0; i < kSwitches / fibers; ++i) BoostSwitchFrom(0);
  });
}

double decision_ns = 0;
volatile int shared = 0;

// Announces a store; another thread can run all the while.
int MeasureDecisions(void*) {
  detsim_thread* other =
      detsim_thread_create([](void*) { shared = 1; }, nullptr);
  decision_ns = BestNanoseconds(kDecisions, [] {
    for (int i = 0; i < kDecisions; ++i) {
      detsim_atomic(DETSIM_ATOMIC_STORE, &shared);
    }
  });
  // The other thread has not been picked: every decision was one of two.
  int code = shared == 0 ? 0 : 1;
  detsim_thread_join(other);
  return code;
}

void RunEnded(Verdict verdict, const char* message, uintptr_t) {
  fprintf(stderr, "fiber_switch_bench: the run ended: %s: %s\n",
          VerdictName(verdict).data(), message);
  _Exit(1);
}

bool Decision() {
  RunPlan plan;
  plan.source = FindStrategy("calm");
  // Neither the quantum nor the livelock limit may come in between.
  plan.start.options.quantum_steps = UINT64_MAX;
  plan.start.options.livelock_steps = UINT64_MAX;
  plan.start.options.steps_max = UINT64_MAX;
  plan.body = &MeasureDecisions;
  plan.end_run = &RunEnded;
  return RunOnce(plan).exit_code == 0;
}

void Print(const char* what, double ns, double ratio, double bar,
           const char* unit) {
  printf("%-36s %7.2f ns  %5.2f %-20s at most %.1f: %s\n", what, ns, ratio,
         unit, bar, ratio <= bar ? "met" : "missed");
}

int Main() {
  double boost_ns = BoostSwitch(kRing);
  double our_ns = OurSwitch(kRing);
  printf("%-36s %7.2f ns\n", "boost.context switch", boost_ns);
  Print("fiber switch", our_ns, our_ns / boost_ns, kSwitchBar, "of boost's");
  double boost_two_ns = BoostSwitch(2);
  double our_two_ns = OurSwitch(2);
  printf("%-36s %7.2f ns  %5.2f of boost's %.2f ns\n",
         "fiber switch, two alone", our_two_ns, our_two_ns / boost_two_ns,
         boost_two_ns);
  if (!Decision()) {
    fprintf(stderr, "fiber_switch_bench: the other thread ran\n");
    return 1;
  }
  Print("decision keeping the current thread", decision_ns,
        decision_ns / our_ns, kDecisionBar, "switches");
  return 0;
}

}  // namespace
}  // namespace detsim::runtime

int main() { return detsim::runtime::Main(); }
