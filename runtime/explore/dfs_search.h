// The strategy `dfs`: dynamic partial-order reduction. Of all schedules that
// differ only in the order of steps that commute it runs one, and when nothing
// is left it has seen every behaviour.
//
// Source sets and sleep sets: Abdulla, Aronis, Jonsson and Sagonas, "Source
// Sets: A Foundation for Optimal Dynamic Partial Order Reduction", JACM 64(4),
// 2017 (Source-DPOR, algorithm 1). After each run, for each race in it, the
// state before the race's first step gets a branch in which the second one can
// come first, unless one of its branches leads there already.
//
// Where we differ: states are kept as a tree and branched in generations, not
// one by one along a stack, so that runs can be performed side by side. A
// thread sleeps in all branches that were added later, run or not, which is
// what it would do in the paper's order of exploration; what it does next is
// known from the run that showed the race, or else its branch is waited for.
// A branch is advised to go on as the race's run did, which avoids most runs
// that find everybody asleep. Which waiter is woken is enumerated too.
#ifndef DETSIM_RUNTIME_EXPLORE_DFS_SEARCH_H_
#define DETSIM_RUNTIME_EXPLORE_DFS_SEARCH_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "runtime/explore/happens_before.h"
#include "runtime/explore/held_fixed.h"
#include "runtime/explore/schedule_search.h"
#include "runtime/explore/step_path.h"

namespace detsim::runtime {

class DfsSearch : public ScheduleSearch {
 public:
  explicit DfsSearch(const RunOptions& options);

  std::vector<RunScript> Next(size_t max) override;
  void Merge(const RunResult& run) override;
  SearchResult result() const override;

 private:
  // A thread whose next step is known.
  struct Sleeper {
    ThreadKey thread = 0;
    std::vector<Touch> touches;
  };
  // A thread that is, or will be, picked in a state.
  struct Branch {
    ThreadKey thread = 0;
    std::vector<Touch> touches;  // Of its step from there.
    bool known = false;          // They are.
    bool sleeps = true;          // In later branches, once they are known.
  };
  struct Node : State {
    std::vector<Sleeper> asleep;
    std::vector<Branch> branches;  // In the order in which they were added.
  };
  using NodePtr = std::shared_ptr<Node>;

  struct Item {
    NodePtr node;
    size_t branch = 0;
    Choice value;  // In its first step; key.thread 0: none.
    std::vector<ThreadKey> advice;
    std::vector<Sleeper> asleep;  // Filled when it is handed out.
  };
  // The race's steps that can come without its first one, in order.
  struct Reversal {
    NodePtr node;  // Before the first one.
    std::vector<size_t> steps;
    ThreadKey second_thread = 0;
    std::vector<Touch> second_touches;
    std::vector<ThreadKey> initials;  // Threads that can begin.
  };

  bool Ready(const Item& item) const;
  RunScript Hand(Item* item) const;
  // Null when `run` cannot be used, or shows nothing.
  bool Accept(const Item& item, const RunResult& run, LoggedRun* log);
  // The states of the run's steps up to the first that a sleeping thread takes.
  std::vector<NodePtr> Grow(const Item& item, std::vector<Step> steps);
  void BranchValues(const Item& item, const NodePtr& node, const Step& step,
                    size_t branch, const std::vector<Sleeper>& asleep);
  void ReverseRaces(const std::vector<NodePtr>& nodes,
                    const std::vector<LoggedRun::Pending>& pending);
  void Reverse(const HappensBefore& order, Reversal reversal);
  void FindInitials(const HappensBefore& order, size_t second,
                    Reversal* reversal) const;
  // Some branch leads there already.
  bool IsCovered(const Reversal& reversal) const;
  void GiveUp(std::string why);

  SearchResult result_;
  HeldFixed held_fixed_;
  std::deque<Item> items_;  // The newest last.
  std::deque<Item> out_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_DFS_SEARCH_H_
