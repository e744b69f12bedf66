#include "runtime/explore/novelty.h"

#include <bit>

namespace detsim::runtime {
namespace {

// Adds `more` to `known`, and what was not in it to the counts by kind.
void Unite(const Behaviour& more, Behaviour* known, uint64_t* counts) {
  for (uint32_t i = 0; i < Behaviour::kWords; ++i) {
    counts[i / Behaviour::kWordsOfKind] +=
        static_cast<uint64_t>(std::popcount(more.words[i] & ~known->words[i]));
    known->words[i] |= more.words[i];
  }
}

// 1, 2, 5, 10, 20, 50, ...
uint64_t NextPoint(uint64_t point) {
  uint64_t digit = point;
  while (digit >= 10) digit /= 10;
  return digit == 2 ? point / 2 * 5 : point * 2;
}

}  // namespace

Novelty::Novelty(const Behaviour& known) { Unite(known, &known_, now_.marks); }

bool Novelty::Merge(const RunResult& run, uint64_t failures) {
  uint64_t before = now_.sum();
  for (const RunBehaviour& behaviour : run.behaviour) {
    Unite(behaviour.all, &known_, now_.marks);
  }
  now_.failures = failures;
  ++now_.runs;
  bool fresh = now_.sum() != before;
  if (fresh) last_new_ = now_.runs;
  if (now_.runs == next_point_) {
    growth_.push_back(now_);
    next_point_ = NextPoint(next_point_);
  }
  return fresh;
}

bool Novelty::ended() const {
  uint64_t stretch = now_.runs - last_new_;
  return stretch >= kStretchMin && stretch >= last_new_;
}

NoveltyResult Novelty::result() const {
  NoveltyResult result;
  result.last_new_run = last_new_;
  result.growth = growth_;
  if (now_.runs != 0 && (growth_.empty() || growth_.back() != now_))
    result.growth.push_back(now_);
  return result;
}

}  // namespace detsim::runtime
