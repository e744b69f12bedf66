#include "runtime/explore/dfs_search.h"

#include <algorithm>
#include <utility>

namespace detsim::runtime {
namespace {

// Steps of one run above which a test is not small.
constexpr uint64_t kStepsMax = 5'000;
// Branches that wait to be run.
constexpr size_t kItemsMax = 500'000;

bool ConflictAny(const std::vector<Touch>& a, const std::vector<Touch>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Touch& x) {
    return std::any_of(b.begin(), b.end(),
                       [&](const Touch& y) { return Conflict(x, y); });
  });
}

template <typename List>
bool Contains(const List& list, ThreadKey thread) {
  return std::any_of(list.begin(), list.end(), [thread](const auto& entry) {
    return entry.thread == thread;
  });
}

bool Contains(const std::vector<ThreadKey>& list, ThreadKey thread) {
  return std::find(list.begin(), list.end(), thread) != list.end();
}

}  // namespace

DfsSearch::DfsSearch(const RunOptions& options) : held_fixed_(options) {
  result_.search = kDfs;
  auto start = std::make_shared<Node>();
  start->branches.push_back({.thread = kMainThreadKey});
  items_.push_back({.node = std::move(start)});
}

// ---- Handing out ----

bool DfsSearch::Ready(const Item& item) const {
  return std::all_of(
      item.node->branches.begin(),
      item.node->branches.begin() + static_cast<std::ptrdiff_t>(item.branch),
      [](const Branch& branch) { return branch.known; });
}

RunScript DfsSearch::Hand(Item* item) const {
  const Node& node = *item->node;
  // A branch of values sleeps as the branch that it is one of.
  if (item->value.key.thread == 0) {
    item->asleep = node.asleep;
    for (size_t i = 0; i < item->branch; ++i) {
      const Branch& earlier = node.branches[i];
      if (earlier.sleeps)
        item->asleep.push_back({earlier.thread, earlier.touches});
    }
  }
  RunScript script = ScriptTo(node, node.branches[item->branch].thread);
  script.threads.insert(script.threads.end(), item->advice.begin(),
                        item->advice.end());
  if (item->value.key.thread != 0) script.choices.push_back(item->value);
  for (const Sleeper& sleeper : item->asleep) {
    // One without touches sleeps to the end.
    if (sleeper.touches.empty())
      script.sleeping.push_back({sleeper.thread, {.size = 0}});
    for (const Touch& touch : sleeper.touches)
      script.sleeping.push_back({sleeper.thread, touch});
  }
  return script;
}

std::vector<RunScript> DfsSearch::Next(size_t max) {
  std::vector<RunScript> scripts;
  if (!result_.gave_up.empty()) return scripts;
  std::deque<Item> left;
  // The newest first: it is deepest, and what was deeper is done.
  while (!items_.empty() && scripts.size() < max) {
    Item item = std::move(items_.back());
    items_.pop_back();
    if (!Ready(item)) {
      left.push_front(std::move(item));
      continue;
    }
    scripts.push_back(Hand(&item));
    out_.push_back(std::move(item));
  }
  for (Item& item : left) items_.push_back(std::move(item));
  if (out_.empty() && items_.empty()) result_.exhausted = true;
  return scripts;
}

// ---- What a run shows ----

void DfsSearch::GiveUp(std::string why) {
  result_.gave_up = std::move(why);
  items_.clear();
}

bool DfsSearch::Accept(const Item& item, const RunResult& run, LoggedRun* log) {
  std::optional<LoggedRun> read = ReadLog(run);
  if (!read) {
    GiveUp("a run could not be logged");
    return false;
  }
  if (item.node->depth + read->steps.size() > kStepsMax) {
    GiveUp("its runs have too many steps");
    return false;
  }
  const Step& step = read->steps.front();
  Branch& branch = item.node->branches[item.branch];
  if (step.thread != branch.thread ||
      (item.node->word != 0 && item.node->word != step.word)) {
    GiveUp("the same choices did not lead to the same state");
    return false;
  }
  if (run.summary.escapes != 0) {
    GiveUp("something in it is not under control");
    return false;
  }
  if (run.summary.live_threads != 0 && !IsFailure(run.summary.verdict)) {
    GiveUp("threads are still alive at its end");
    return false;
  }
  branch.known = true;
  branch.touches = step.touches;
  // The thread could not run, or not all that it does is known.
  branch.sleeps = !step.in_vain && !step.cut;
  *log = std::move(*read);
  return !step.in_vain || item.node->depth == 0;
}

std::vector<DfsSearch::NodePtr> DfsSearch::Grow(const Item& item,
                                                std::vector<Step> steps) {
  std::vector<NodePtr> nodes = Extend(item.node, std::move(steps));
  std::vector<Sleeper> asleep = item.asleep;
  for (size_t i = 0; i + 1 < nodes.size(); ++i) {
    const Step& step = nodes[i + 1]->via;
    size_t branch = item.branch;
    if (i > 0) {
      nodes[i]->asleep = asleep;
      if (Contains(asleep, step.thread)) {
        nodes.resize(i + 1);
        break;
      }
      branch = 0;
      nodes[i]->branches.push_back({.thread = step.thread,
                                    .touches = step.touches,
                                    .known = true,
                                    .sleeps = !step.in_vain && !step.cut});
    }
    BranchValues(item, nodes[i], step, branch, asleep);
    std::erase_if(asleep, [&](const Sleeper& sleeper) {
      return ConflictAny(sleeper.touches, step.touches);
    });
  }
  return nodes;
}

void DfsSearch::BranchValues(const Item& item, const NodePtr& node,
                             const Step& step, size_t branch,
                             const std::vector<Sleeper>& asleep) {
  for (const StepValue& value : step.values) {
    if (value.key.stream != Stream::kWake || value.value != 0 ||
        value.key == item.value.key)
      continue;
    for (uint64_t other = 1; other < value.options; ++other)
      items_.push_back({.node = node,
                        .branch = branch,
                        .value = {value.key, other},
                        .asleep = asleep});
  }
}

void DfsSearch::Merge(const RunResult& run) {
  Item item = std::move(out_.front());
  out_.pop_front();
  ++result_.runs;
  LoggedRun log;
  if (!result_.gave_up.empty() || !Accept(item, run, &log)) return;
  held_fixed_.Note(log, run.summary.accesses);
  size_t steps = log.steps.size();
  std::vector<NodePtr> nodes = Grow(item, std::move(log.steps));
  bool whole = nodes.size() == steps + 1;
  if (whole) ++result_.schedules;
  if (!whole) log.pending.clear();
  ReverseRaces(nodes, log.pending);
  if (items_.size() > kItemsMax) GiveUp("there is too much left to try");
}

// ---- Races ----

void DfsSearch::ReverseRaces(const std::vector<NodePtr>& nodes,
                             const std::vector<LoggedRun::Pending>& pending) {
  HappensBefore order;
  for (const Step* step : StepsTo(*nodes.front())) order.Add(*step, nullptr);
  std::vector<HappensBefore::Race> races;
  for (size_t i = 1; i < nodes.size(); ++i) order.Add(nodes[i]->via, &races);

  // The states of the whole path, by the number of steps before them.
  std::vector<NodePtr> path(nodes.back()->depth + 1);
  for (const NodePtr& node : nodes) path[node->depth] = node;
  for (size_t depth = nodes.front()->depth; depth > 0; --depth) {
    // Made by this class, as a Node that nobody else writes.
    auto parent = std::const_pointer_cast<State>(path[depth]->parent);
    path[depth - 1] = std::static_pointer_cast<Node>(parent);
  }
  for (const HappensBefore::Race& race : races) {
    Reversal reversal = {.node = path[race.first]};
    const Step& second = order.step(race.second);
    reversal.second_thread = second.thread;
    reversal.second_touches = second.touches;
    for (size_t i = race.first + 1; i < race.second; ++i)
      if (!order.step(i).in_vain && !order.Before(race.first, i))
        reversal.steps.push_back(i);
    FindInitials(order, race.second, &reversal);
    Reverse(order, std::move(reversal));
  }
  for (const LoggedRun::Pending& last : pending) {
    races.clear();
    order.AddPending(last.thread, last.touch, &races);
    for (const HappensBefore::Race& race : races) {
      Reversal reversal = {.node = path[race.first],
                           .second_thread = last.thread,
                           .second_touches = {last.touch}};
      for (size_t i = race.first + 1; i < order.size(); ++i)
        if (!order.step(i).in_vain && !order.Before(race.first, i))
          reversal.steps.push_back(i);
      FindInitials(order, HappensBefore::kPending, &reversal);
      Reverse(order, std::move(reversal));
    }
  }
}

void DfsSearch::FindInitials(const HappensBefore& order, size_t second,
                             Reversal* reversal) const {
  const std::vector<size_t>& steps = reversal->steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    ThreadKey thread = order.step(steps[i]).thread;
    bool first = std::none_of(
        steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(i),
        [&](size_t earlier) { return order.Before(earlier, steps[i]); });
    if (first) reversal->initials.push_back(thread);
  }
  ThreadKey thread = reversal->second_thread;
  bool first = std::none_of(steps.begin(), steps.end(), [&](size_t earlier) {
    return (second == HappensBefore::kPending
                ? order.BeforeNextOf(earlier, thread)
                : order.BeforePastOf(earlier, second)) ||
           ConflictAny(order.step(earlier).touches, reversal->second_touches);
  });
  if (first) reversal->initials.push_back(thread);
}

// A sleeping thread that could begin does so in another branch. (One that is
// only independent of the reversal says nothing about what comes after it.)
bool DfsSearch::IsCovered(const Reversal& reversal) const {
  return std::any_of(reversal.initials.begin(), reversal.initials.end(),
                     [&](ThreadKey thread) {
                       return Contains(reversal.node->branches, thread) ||
                              Contains(reversal.node->asleep, thread);
                     });
}

void DfsSearch::Reverse(const HappensBefore& order, Reversal reversal) {
  if (IsCovered(reversal)) return;
  Node& node = *reversal.node;
  bool all_spin = std::all_of(node.options.begin(), node.options.end(),
                              [](const StepOption& o) { return o.spins; });
  auto can_begin = [&](ThreadKey thread) {
    return Contains(reversal.initials, thread) &&
           std::any_of(node.options.begin(), node.options.end(),
                       [&](const StepOption& option) {
                         return option.thread == thread &&
                                (all_spin || !option.spins);
                       });
  };
  ThreadKey thread = reversal.second_thread;
  for (size_t i = 0; !can_begin(thread); ++i) {
    // None can: it was the first step that made the second one possible.
    if (i == reversal.initials.size()) return;
    thread = reversal.initials[i];
  }
  Branch branch = {.thread = thread};
  Item item = {.node = reversal.node, .branch = node.branches.size()};
  bool begun = false;
  for (size_t index : reversal.steps) {
    const Step& step = order.step(index);
    if (step.thread == thread && !begun) {
      begun = true;
      branch.known = true;
      branch.touches = step.touches;
      branch.sleeps = !step.cut;
    } else {
      item.advice.push_back(step.thread);
    }
  }
  if (begun) item.advice.push_back(reversal.second_thread);
  node.branches.push_back(std::move(branch));
  items_.push_back(std::move(item));
}

SearchResult DfsSearch::result() const {
  SearchResult result = result_;
  result.held_fixed = held_fixed_.Phrases();
  // Two such steps count as independent, whatever they do to each other.
  result.held_fixed.emplace_back(
      "the order of what only precompiled code touches");
  return result;
}

}  // namespace detsim::runtime
