// The decision path does not allocate: between the decisions of a run that has
// got going, the runtime takes no memory from the heap and none from the
// system. Throughput aside, what the runtime put on the program's heap would
// decide where the program's own objects lie.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "runtime/strategy/observed.h"
#include "runtime/strategy/strategies.h"
#include "test/runtime/memory/instrumented.h"
#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace {
// Of this process, by whomever: only one OS thread runs.
uint64_t allocations = 0;
}  // namespace

// free() and realloc() are the runtime's own; a block that is made larger is
// taken by malloc() below or was there before.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) noexcept {
  ++allocations;
  return __libc_calloc(count, size);
}
void* aligned_alloc(size_t alignment, size_t size) noexcept {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** block, size_t alignment, size_t size) noexcept {
  ++allocations;
  *block = __libc_memalign(alignment, size);
  return *block != nullptr ? 0 : ENOMEM;
}
void* mmap(void* address, size_t size, int protection, int flags, int fd,
           off_t offset) noexcept {
  ++allocations;
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, size, protection, flags, fd, offset));
}
}  // extern "C"

namespace detsim::runtime {
namespace {

constexpr int kRounds = 200;

struct Objects {
  detsim_mutex mutex = {};
  detsim_cond cond = {};
  Atomic counter;
  Atomic ready;
  int plain = 0;
  detsim_mutex plain_mutex = {};
};

// One round of everything that two threads can do to each other without end.
void Round(Objects* objects) {
  {
    Holding holding(&objects->mutex);
    objects->counter.FetchAdd(1);
    detsim_cond_notify_all(&objects->cond);
    detsim_cond_wait(&objects->cond, &objects->mutex, Now() + 10);
  }
  if (detsim_mutex_trylock(&objects->mutex, 1) == 0)
    detsim_mutex_unlock(&objects->mutex);
  {
    Holding holding(&objects->plain_mutex);
    PlainIncrement(&objects->plain);
  }
  objects->counter.Load();
  objects->counter.Replace(1, 2);
  detsim_yield();
  SleepFor(5);
}

void WaitForBoth(Atomic* ready, int count) {
  ready->FetchAdd(1);
  while (ready->Load() < count) detsim_yield();
}

void TwoThreadsInSteadyState() {
  Objects objects;
  auto work = [&objects] {
    for (int i = 0; i < 20; ++i) Round(&objects);
    WaitForBoth(&objects.ready, 2);
    uint64_t before = allocations;
    for (int i = 0; i < kRounds; ++i) Round(&objects);
    WaitForBoth(&objects.ready, 4);
    SIM_CHECK(allocations == before);
  };
  Thread one(work);
  Thread two(work);
  one.Join();
  two.Join();
}

void ExpectNoAllocation(const Scenario& scenario) {
  for (const Outcome& outcome :
       RunSeeds(scenario, 5, &TwoThreadsInSteadyState)) {
    EXPECT_TRUE(outcome.passed()) << outcome.log << outcome.message;
    EXPECT_GT(outcome.decisions, 2u * kRounds);
  }
}

class AllocationTest : public testing::TestWithParam<const char*> {};

TEST_P(AllocationTest, DecisionsTakeNoMemory) {
  ExpectNoAllocation({.strategy = GetParam()});
}

TEST_P(AllocationTest, NeitherDoesLookingForRaces) {
  ExpectNoAllocation({.strategy = GetParam(), .find_races = true});
}

TEST_P(AllocationTest, NorDoesATrace) {
  ExpectNoAllocation({.strategy = GetParam(), .trace = true});
}

TEST_P(AllocationTest, NorDoesLookingForNewBehaviour) {
  static Behaviour known;
  ExpectNoAllocation({.source = &Observed(FindStrategy(GetParam()), known)});
}

INSTANTIATE_TEST_SUITE_P(Strategies, AllocationTest,
                         testing::Values("calm", "random", "pct", "pos", "surw",
                                         "rff", "portfolio", "replay"),
                         [](const auto& info) {
                           return std::string(info.param);
                         });

// The measure is one: what the program allocates is counted.
TEST(AllocationCountTest, CountsWhatIsAllocated) {
  uint64_t before = allocations;
  void* volatile block = malloc(8);
  free(block);
  EXPECT_EQ(allocations, before + 1);
  void* p = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT_EQ(allocations, before + 2);
  munmap(p, 4096);
}

}  // namespace
}  // namespace detsim::runtime
