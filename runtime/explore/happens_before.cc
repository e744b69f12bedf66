#include "runtime/explore/happens_before.h"

#include <algorithm>

#include "runtime/explore/shared_memory.h"

namespace detsim::runtime {
namespace {

bool Takes(TouchMode mode) {
  return mode == TouchMode::kAcquire || mode == TouchMode::kAcquireShared ||
         mode == TouchMode::kTryAcquire;
}

// A lock that has to be free.
bool Waits(TouchMode mode) {
  return mode == TouchMode::kAcquire || mode == TouchMode::kAcquireShared;
}

bool IsLarge(const Touch& touch) {
  return touch.size > SharedMemory::kGranulesMax * 8;
}

}  // namespace

void HappensBefore::Join(const Clock& from, Clock* into) {
  if (into->size() < from.size()) into->resize(from.size());
  for (size_t i = 0; i < from.size(); ++i)
    (*into)[i] = std::max((*into)[i], from[i]);
}

size_t HappensBefore::IndexOf(ThreadKey thread) {
  auto [found, added] = threads_.try_emplace(thread, threads_.size());
  if (added) next_.emplace_back();
  return found->second;
}

bool HappensBefore::BeforeNextOf(size_t a, ThreadKey thread) const {
  auto found = threads_.find(thread);
  return found != threads_.end() && Knows(next_[found->second], a);
}

std::vector<HappensBefore::Use> HappensBefore::Conflicts(
    size_t thread, const Touch& touch) const {
  std::vector<Use> uses;
  auto add = [&](const std::vector<Use>& candidates) {
    for (const Use& use : candidates) {
      if (threads_of_[use.step] != thread && Conflict(use.touch, touch))
        uses.push_back(use);
    }
  };
  if (IsLarge(touch)) {
    for (const auto& [granule, candidates] : uses_) {
      if (granule * 8 < touch.address + touch.size &&
          granule * 8 + 8 > touch.address)
        add(candidates);
    }
  } else {
    for (uint64_t g = SharedMemory::FirstGranule(touch);
         g < SharedMemory::EndGranule(touch); ++g) {
      auto found = uses_.find(g);
      if (found != uses_.end()) add(found->second);
    }
  }
  add(large_uses_);
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return a.step != b.step ? a.step > b.step : a.touch.mode < b.touch.mode;
  });
  return uses;
}

void HappensBefore::Remember(size_t step, const Touch& touch) {
  if (IsLarge(touch)) {
    large_uses_.push_back({step, touch});
    return;
  }
  for (uint64_t g = SharedMemory::FirstGranule(touch);
       g < SharedMemory::EndGranule(touch); ++g)
    uses_[g].push_back({step, touch});
}

// Two holders of a lock are ordered by the release between them, which cannot
// be reversed; what can is who comes first: the race is between their acquires.
void HappensBefore::FindLockRaces(const std::vector<Use>& uses,
                                  const Touch& touch, const Clock& past,
                                  size_t second,
                                  std::vector<Race>* races) const {
  bool readers_between = false;
  for (const Use& use : uses) {
    if (!Takes(use.touch.mode)) continue;
    bool shared = use.touch.mode == TouchMode::kAcquireShared;
    if (!shared && readers_between && touch.mode == TouchMode::kAcquire) return;
    if (!Knows(past, use.step)) races->push_back({use.step, second});
    if (!shared) return;
    readers_between = true;
  }
}

void HappensBefore::FindRaces(size_t thread, const Clock& past,
                              const std::vector<Touch>& touches, size_t second,
                              std::vector<Race>* races) const {
  struct Candidate {
    size_t step;
    bool reversible;
  };
  std::vector<Candidate> candidates;
  for (const Touch& touch : touches) {
    std::vector<Use> uses = Conflicts(thread, touch);
    if (Waits(touch.mode)) FindLockRaces(uses, touch, past, second, races);
    for (const Use& use : uses) {
      if (Waits(touch.mode) && Takes(use.touch.mode)) continue;
      candidates.push_back({use.step, Reversible(use.touch.mode, touch.mode)});
    }
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) {
              return a.step != b.step ? a.step > b.step
                                      : a.reversible < b.reversible;
            });
  // From the latest back: one that a later one comes after is no race.
  Clock known = past;
  for (const Candidate& candidate : candidates) {
    if (Knows(known, candidate.step)) continue;
    if (candidate.reversible) races->push_back({candidate.step, second});
    Join(clocks_[candidate.step], &known);
  }
}

void HappensBefore::Add(const Step& step, std::vector<Race>* races) {
  size_t thread = IndexOf(step.thread);
  size_t index = steps_.size();
  if (races != nullptr && !step.in_vain)
    FindRaces(thread, next_[thread], step.touches, index, races);
  Clock clock = next_[thread];
  pasts_.push_back(clock);
  // Time is the same for all.
  if (step.time_passed) {
    for (const Clock& other : clocks_) Join(other, &clock);
  }
  for (const Touch& touch : step.touches) {
    for (const Use& use : Conflicts(thread, touch))
      Join(clocks_[use.step], &clock);
  }
  if (clock.size() <= thread) clock.resize(thread + 1);
  uint32_t ordinal = ++clock[thread];
  steps_.push_back(&step);
  threads_of_.push_back(thread);
  ordinals_.push_back(ordinal);
  next_[thread] = clock;
  for (ThreadKey woken : step.woken) {
    size_t other = IndexOf(woken);
    Join(clock, &next_[other]);
  }
  if (step.time_passed) {
    for (Clock& next : next_) Join(clock, &next);
  }
  clocks_.push_back(std::move(clock));
  for (const Touch& touch : step.touches) Remember(index, touch);
}

void HappensBefore::AddPending(ThreadKey thread, const Touch& touch,
                               std::vector<Race>* races) const {
  auto found = threads_.find(thread);
  if (found == threads_.end()) return;
  FindRaces(found->second, next_[found->second], {touch}, kPending, races);
}

}  // namespace detsim::runtime
