#include "runtime/explore/corpus.h"

#include <algorithm>
#include <utility>

#include "runtime/base/prng.h"

namespace detsim::runtime {
namespace {

// Of this many runs, so many branch off an entry, and so many repeat one but
// for a stream; the others are drawn from their start.
constexpr uint64_t kOdds = 8;
constexpr uint64_t kBranching = 4;
constexpr uint64_t kRepeating = 1;
// A generator beside those of the runs' strategies.
constexpr uint64_t kPlanStream = 0x636f72707573ull;
// The weight of a mark that one run has shown.
constexpr uint64_t kWeight = 1 << 20;

// The streams of an entry that can be drawn again: who runs, and all that it
// has choices of.
std::vector<Stream> StreamsOf(const CorpusEntry& entry) {
  bool has[kStreams] = {};
  for (const Choice& choice : entry.choices) {
    has[static_cast<int>(choice.key.stream)] = true;
  }
  has[static_cast<int>(Stream::kSchedule)] = true;
  has[static_cast<int>(Stream::kAccess)] = false;  // The same thing.
  std::vector<Stream> streams;
  for (int i = 0; i < kStreams; ++i) {
    if (has[i]) streams.push_back(static_cast<Stream>(i));
  }
  return streams;
}

// Of one kind of strategy: where to branch, and how likely.
struct Branches {
  struct Branch {
    uint64_t until;  // Sum of the weights up to this one.
    uint64_t id;
    uint64_t mark;
  };
  std::vector<Branch> branches;

  void Add(uint64_t id, uint64_t mark, uint64_t weight) {
    uint64_t sum = branches.empty() ? 0 : branches.back().until;
    branches.push_back({sum + weight, id, mark});
  }
  const Branch& Draw(Prng* prng) const {
    uint64_t n = prng->Below(branches.back().until);
    return *std::upper_bound(
        branches.begin(), branches.end(), n,
        [](uint64_t value, const Branch& b) { return value < b.until; });
  }
};

}  // namespace

Corpus::Corpus(CorpusData data) : runs_(data.runs), seen_(kMarks) {
  for (const auto& [mark, runs] : data.seen) {
    if (mark < kMarks) seen_[mark] = runs;
  }
  for (CorpusEntry& entry : data.entries) {
    entries_[next_id_++] =
        std::make_shared<const CorpusEntry>(std::move(entry));
  }
}

Behaviour Corpus::known() const {
  Behaviour known;
  for (Mark mark = 0; mark < kMarks; ++mark) {
    if (seen_[mark] != 0) known.Add(mark);
  }
  return known;
}

uint64_t Corpus::SeenBy(Mark mark) const {
  return std::max<uint64_t>(mark < kMarks ? seen_[mark] : 1, 1);
}

std::vector<Corpus::Plan> Corpus::PlanRuns(
    uint64_t first, uint64_t count,
    const std::function<bool(uint64_t)>& watches) const {
  Branches kinds[2];
  for (const auto& [id, entry] : entries_) {
    for (uint64_t i = 0; i < entry->marks.size(); ++i) {
      uint64_t weight = kWeight / SeenBy(entry->marks[i].mark);
      kinds[entry->watches].Add(id, i, std::max<uint64_t>(weight, 1));
    }
  }
  std::vector<Plan> plans(count);
  for (uint64_t i = 0; i < count; ++i) {
    const Branches& kind = kinds[watches(first + i)];
    if (kind.branches.empty()) continue;
    Prng prng(first + i, kPlanStream);
    uint64_t turn = prng.Below(kOdds);
    if (turn >= kBranching + kRepeating) continue;
    const Branches::Branch& branch = kind.Draw(&prng);
    Plan& plan = plans[i];
    plan.id = branch.id;
    plan.entry = entries_.at(branch.id);
    plan.mark = branch.mark;
    plan.repeats = turn >= kBranching;
    if (!plan.repeats) continue;
    std::vector<Stream> streams = StreamsOf(*plan.entry);
    plan.redrawn = streams[prng.Below(streams.size())];
  }
  return plans;
}

RunScript Corpus::ScriptOf(const Plan& plan) {
  RunScript script;
  if (plan.entry == nullptr) return script;
  script.origin = plan.id;
  script.choices = plan.entry->choices;
  if (plan.repeats) {
    script.replayed = kReplayAll;
    script.redrawn = plan.redrawn;
    return script;
  }
  const NewMark& mark = plan.entry->marks[plan.mark];
  script.replayed = mark.questions;
  script.choices.resize(std::min<size_t>(script.choices.size(), mark.choices));
  return script;
}

void Corpus::Merge(const RunResult& run, const RunScript& script, bool fresh) {
  ++runs_;
  if (script.origin != 0) {
    ++(script.replayed == kReplayAll ? counts_.redrawn : counts_.branched);
    if (fresh) ++counts_.fresh;
  }
  for (const RunBehaviour& behaviour : run.behaviour) {
    if (behaviour.strayed != 0) Drop(script.origin);
    for (uint32_t i = 0; i < Behaviour::kWords; ++i) {
      uint64_t word = behaviour.all.words[i];
      for (uint32_t bit = 0; word != 0; ++bit, word >>= 1) {
        seen_[i * 64 + bit] += word & 1;
      }
    }
    if (fresh) Add(run);
  }
}

// Others of its block may have shown the same before: a mark that it was asked
// about as new is kept with it only if this was the first run that showed it.
void Corpus::Add(const RunResult& run) {
  const RunBehaviour& behaviour = run.behaviour[0];
  CorpusEntry entry;
  entry.seed = run.summary.seed;
  entry.watches = behaviour.watches != 0;
  uint32_t count = std::min(behaviour.new_count, kNewMarksMax);
  for (uint32_t i = 0; i < count; ++i) {
    const NewMark& mark = behaviour.new_marks[i];
    // Without a choice before it there is nothing to lead to it.
    if (mark.mark < kMarks && seen_[mark.mark] == 1 && mark.questions != 0)
      entry.marks.push_back(mark);
  }
  // Too long a run has left its choices out.
  if (entry.marks.empty() || run.choices.size() < entry.marks.back().choices)
    return;
  entry.choices = run.choices;
  if (entries_.size() == kEntriesMax) {
    // The one whose rarest mark is the commonest.
    auto rarest = [this](const auto& item) {
      uint64_t seen = ~uint64_t{0};
      for (const NewMark& mark : item.second->marks)
        seen = std::min(seen, SeenBy(mark.mark));
      return seen;
    };
    entries_.erase(std::max_element(
        entries_.begin(), entries_.end(),
        [&](const auto& a, const auto& b) { return rarest(a) < rarest(b); }));
  }
  entries_[next_id_++] = std::make_shared<const CorpusEntry>(std::move(entry));
  ++counts_.added;
}

void Corpus::Drop(uint64_t id) { counts_.stale += entries_.erase(id); }

CorpusData Corpus::data() const {
  CorpusData data;
  data.runs = runs_;
  for (Mark mark = 0; mark < kMarks; ++mark) {
    if (seen_[mark] != 0) data.seen[mark] = seen_[mark];
  }
  for (const auto& [id, entry] : entries_) data.entries.push_back(*entry);
  return data;
}

}  // namespace detsim::runtime
