// Measures the two costs that every step of a run is made of: switching
// fibers, against boost.context's switch in the same process, and a decision
// that keeps the current thread.
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <chrono>
#include <cstdint>
#include <vector>

#include "runtime/fiber/fiber.h"
#include "runtime/include/detsim/abi.h"
#include "runtime/strategy/strategies.h"
#include "runtime/world/world.h"

namespace detsim::runtime {
namespace {

constexpr int kRounds = 15;
constexpr int kSwitches = 2'000'000;  // A round's; there and back is two.
constexpr int kDecisions = 1'000'000;
constexpr size_t kStackBytes = 64 * 1024;
constexpr double kSwitchBar = 1.3;
constexpr double kDecisionBar = 3;

// The best of several rounds: everything else on the machine only adds.
template <typename Round>
double BestNanoseconds(int operations, Round round) {
  double best = 1e18;
  for (int i = 0; i < kRounds; ++i) {
    auto start = std::chrono::steady_clock::now();
    round();
    std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - start;
    best = std::min(best, elapsed.count() / operations);
  }
  return best;
}

void* main_sp = nullptr;
void* fiber_sp = nullptr;

void BounceForEver(void*) {
  for (;;) detsim_switch_fiber(&fiber_sp, main_sp);
}

double OurSwitch() {
  std::vector<char> stack(kStackBytes);
  fiber_sp = MakeFiber(stack.data() + stack.size(), &BounceForEver, nullptr);
  return BestNanoseconds(kSwitches, [] {
    for (int i = 0; i < kSwitches / 2; ++i) {
      detsim_switch_fiber(&main_sp, fiber_sp);
    }
  });
}

void BoostBounceForEver(boost::context::detail::transfer_t from) {
  for (;;) from = boost::context::detail::jump_fcontext(from.fctx, nullptr);
}

double BoostSwitch() {
  std::vector<char> stack(kStackBytes);
  boost::context::detail::fcontext_t other =
      boost::context::detail::make_fcontext(stack.data() + stack.size(),
                                            stack.size(), &BoostBounceForEver);
  return BestNanoseconds(kSwitches, [&other] {
    for (int i = 0; i < kSwitches / 2; ++i) {
      other = boost::context::detail::jump_fcontext(other, nullptr).fctx;
    }
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
  double boost_ns = BoostSwitch();
  double our_ns = OurSwitch();
  printf("%-36s %7.2f ns\n", "boost.context switch", boost_ns);
  Print("fiber switch", our_ns, our_ns / boost_ns, kSwitchBar, "of boost's");
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
