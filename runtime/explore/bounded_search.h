// The strategy `bounded`: all schedules with 0 unusual choices (the calm one),
// then all with 1, with 2, and so on. Most concurrency bugs need very few
// (Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs", PLDI 2007; Emmi, Qadeer and Rakamaric,
// "Delay-Bounded Scheduling", POPL 2011).
//
// Where we differ: a bound counts unusual choices, which is what a reader of a
// minimized failure counts. Delay bounding charges for each thread that is
// passed over, and preemption bounding charges nothing where the running thread
// cannot go on. Which waiter a notification wakes is a choice as well.
// Preemptions at plain accesses are tried where another thread uses the same
// memory in some run, and one of them writes.
#ifndef DETSIM_RUNTIME_EXPLORE_BOUNDED_SEARCH_H_
#define DETSIM_RUNTIME_EXPLORE_BOUNDED_SEARCH_H_

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "runtime/explore/held_fixed.h"
#include "runtime/explore/schedule_search.h"
#include "runtime/explore/shared_memory.h"
#include "runtime/explore/step_path.h"

namespace detsim::runtime {

class BoundedSearch : public ScheduleSearch {
 public:
  BoundedSearch(const RunOptions& options, uint64_t runs_max);

  std::vector<RunScript> Next(size_t max) override;
  void Merge(const RunResult& run) override;
  SearchResult result() const override;

 private:
  using StatePtr = std::shared_ptr<State>;

  // One more unusual choice at `state`: of a thread, or of a value in the step
  // that `thread` takes there.
  struct Item {
    StatePtr state;
    ThreadKey thread = 0;
    Choice value;  // key.thread 0: none.
    uint32_t unusual = 0;
  };

  void Branch(const Item& from, const std::vector<StatePtr>& states);
  void BranchThreads(const Item& from, const StatePtr& state, const Step& step);
  void BranchValues(const Item& from, const StatePtr& state, const Step& step);
  void Push(Item item);
  // Memory that turned out to be shared: what was put off because of it.
  void TakeUp(const std::vector<uint64_t>& granules);
  void Drop(uint64_t level);
  void NoteBound();
  void GiveUp(std::string why);

  const uint64_t runs_max_;
  HeldFixed held_fixed_;
  SharedMemory shared_;
  SearchResult result_;
  // By their number of unusual choices. Only as many as may still be run.
  std::vector<std::deque<Item>> levels_;
  uint64_t queued_ = 0;
  // The lowest level of which something was not queued.
  static constexpr uint64_t kNothing = ~uint64_t{0};
  uint64_t dropped_level_ = kNothing;
  std::map<uint64_t, std::vector<Item>> put_off_;  // By granule.
  uint64_t put_off_count_ = 0;
  std::deque<Item> out_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_BOUNDED_SEARCH_H_
