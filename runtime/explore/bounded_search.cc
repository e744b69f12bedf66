#include "runtime/explore/bounded_search.h"

#include <algorithm>
#include <utility>

namespace detsim::runtime {
namespace {

// Steps of one run above which enumerating says nothing any more.
constexpr uint64_t kStepsMax = 20'000;
// What is put off costs memory.
constexpr uint64_t kPutOffMax = 1'000'000;

}  // namespace

BoundedSearch::BoundedSearch(const RunOptions& options, uint64_t runs_max)
    : runs_max_(runs_max), held_fixed_(options) {
  result_.search = kBounded;
  Push({.state = std::make_shared<State>(), .thread = kMainThreadKey});
}

void BoundedSearch::Push(Item item) {
  // In the order of their levels: more than may be run need not be kept.
  if (result_.runs + out_.size() + queued_ >= runs_max_) {
    size_t level = levels_.size();
    while (level > item.unusual + 1u && levels_[level - 1].empty()) --level;
    if (level <= item.unusual + 1u) {
      Drop(item.unusual);
      return;
    }
    levels_[level - 1].pop_back();
    --queued_;
    Drop(level - 1);
  }
  if (levels_.size() <= item.unusual) levels_.resize(item.unusual + 1);
  levels_[item.unusual].push_back(std::move(item));
  ++queued_;
}

std::vector<RunScript> BoundedSearch::Next(size_t max) {
  std::vector<RunScript> scripts;
  if (!result_.gave_up.empty()) return scripts;
  size_t level = 0;
  while (level < levels_.size() && levels_[level].empty()) ++level;
  if (level == levels_.size()) {
    result_.exhausted = dropped_level_ == kNothing;
    return scripts;
  }
  std::deque<Item>& items = levels_[level];
  while (scripts.size() < max && !items.empty()) {
    const Item& item = items.front();
    RunScript script = ScriptTo(*item.state, item.thread);
    if (item.value.key.thread != 0) script.choices.push_back(item.value);
    scripts.push_back(std::move(script));
    out_.push_back(std::move(items.front()));
    items.pop_front();
    --queued_;
  }
  return scripts;
}

void BoundedSearch::Merge(const RunResult& run) {
  Item item = std::move(out_.front());
  out_.pop_front();
  ++result_.runs;
  if (!result_.gave_up.empty()) return;
  std::optional<LoggedRun> log = ReadLog(run);
  if (!log || log->steps.size() + item.state->depth > kStepsMax) {
    GiveUp(log ? "its runs have too many steps" : "a run could not be logged");
    return;
  }
  if (log->steps.front().thread != item.thread ||
      (item.state->word != 0 && item.state->word != log->steps.front().word)) {
    GiveUp("the same choices did not lead to the same state");
    return;
  }
  ++result_.schedules;
  held_fixed_.Note(*log, run.summary.accesses);
  std::vector<uint64_t> news;
  for (const Step& step : log->steps) {
    for (const Touch& touch : step.touches)
      shared_.Add(step.thread, touch, &news);
  }
  std::vector<StatePtr> states = Extend(item.state, std::move(log->steps));
  TakeUp(news);
  Branch(item, states);
  NoteBound();
}

void BoundedSearch::Branch(const Item& from,
                           const std::vector<StatePtr>& states) {
  for (size_t i = 0; i + 1 < states.size(); ++i) {
    const Step& step = states[i + 1]->via;
    // The first step is the item's own choice.
    if (i > 0) BranchThreads(from, states[i], step);
    if (i > 0 || from.value.key.thread == 0)
      BranchValues(from, states[i], step);
  }
}

void BoundedSearch::BranchThreads(const Item& from, const StatePtr& state,
                                  const Step& step) {
  if (state->depth == 0) return;
  for (const StepOption& option : step.others) {
    if (option.spins) continue;
    Item item = {state, option.thread, {}, from.unusual + 1};
    // A preemption before an access that nobody else cares about is one before
    // the next step.
    if (step.at_access && !step.touches.empty() &&
        !shared_.IsShared(step.touches.front())) {
      if (put_off_count_ >= kPutOffMax) {
        Drop(item.unusual);
        continue;
      }
      ++put_off_count_;
      put_off_[SharedMemory::FirstGranule(step.touches.front())].push_back(
          std::move(item));
    } else {
      Push(std::move(item));
    }
  }
}

void BoundedSearch::BranchValues(const Item& from, const StatePtr& state,
                                 const Step& step) {
  for (const StepValue& value : step.values) {
    if (value.key.stream != Stream::kWake || value.value != 0) continue;
    for (uint64_t other = 1; other < value.options; ++other)
      Push({state, step.thread, {value.key, other}, from.unusual + 1});
  }
}

void BoundedSearch::TakeUp(const std::vector<uint64_t>& granules) {
  for (uint64_t granule : granules) {
    auto found = put_off_.find(granule);
    if (found == put_off_.end()) continue;
    put_off_count_ -= found->second.size();
    for (Item& item : found->second) Push(std::move(item));
    put_off_.erase(found);
  }
}

void BoundedSearch::Drop(uint64_t level) {
  dropped_level_ = std::min(dropped_level_, level);
}

// All levels below the first that is not done are.
void BoundedSearch::NoteBound() {
  uint64_t level = 0;
  while (level < levels_.size() && levels_[level].empty()) ++level;
  for (const Item& item : out_) level = std::min<uint64_t>(level, item.unusual);
  level = std::min(level, dropped_level_);
  if (level > 0) result_.bound = static_cast<int64_t>(level) - 1;
}

void BoundedSearch::GiveUp(std::string why) {
  result_.gave_up = std::move(why);
  levels_.clear();
  put_off_.clear();
}

SearchResult BoundedSearch::result() const {
  SearchResult result = result_;
  result.held_fixed = held_fixed_.Phrases();
  return result;
}

}  // namespace detsim::runtime
