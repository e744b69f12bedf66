// What a run did, as sets of marks, to tell whether a run has shown anything
// that no run before it has. A mark is one kind's bit: which write a read
// has read from, which thread has handed an object to which, which place of the
// code came after which in one thread. Plain data of bounded size, in bytes
// that cross process boundaries as they are; a function of the run alone.
#ifndef DETSIM_RUNTIME_CHOICE_BEHAVIOUR_H_
#define DETSIM_RUNTIME_CHOICE_BEHAVIOUR_H_

#include <cstdint>

namespace detsim::runtime {

enum class MarkKind : uint32_t {
  kReadsFrom = 0,  // (place of the read, place of the write)
  kHandOff = 1,    // (kind of object, thread before, thread after)
  kEdge = 2,       // (place before, place after) of one thread
};

inline constexpr uint32_t kMarkKinds = 3;
// Marks are told apart by so many bits of their hash: a program that shows a
// hundred things has one of 150 new ones taken for known.
inline constexpr uint32_t kMarkBits = 14;
inline constexpr uint32_t kMarksOfKind = 1u << kMarkBits;
inline constexpr uint32_t kMarks = kMarkKinds * kMarksOfKind;

// kind * kMarksOfKind + hash.
using Mark = uint32_t;

constexpr Mark MarkOf(MarkKind kind, uint64_t what) {
  return static_cast<uint32_t>(kind) * kMarksOfKind +
         static_cast<uint32_t>(what * 0x9e3779b97f4a7c15ull >>
                               (64 - kMarkBits));
}

struct Behaviour {
  static constexpr uint32_t kWords = kMarks / 64;
  static constexpr uint32_t kWordsOfKind = kMarksOfKind / 64;
  uint64_t words[kWords] = {};  // A bit a mark.

  // REQUIRES: mark < kMarks.
  bool Has(Mark mark) const { return (words[mark / 64] >> mark % 64 & 1) != 0; }
  void Add(Mark mark) { words[mark / 64] |= uint64_t{1} << mark % 64; }

  friend bool operator==(const Behaviour&, const Behaviour&) = default;
};

// Where in a run a mark showed first: after so many questions to its choice
// source, and so many answers that were not 0.
struct NewMark {
  uint64_t questions = 0;
  Mark mark = 0;
  uint32_t choices = 0;

  friend bool operator==(const NewMark&, const NewMark&) = default;
};

inline constexpr uint32_t kNewMarksMax = 64;

// Unusual choices of a run that may be kept to branch from.
inline constexpr uint64_t kKeptChoicesMax = 8192;

// What one run tells.
struct RunBehaviour {
  Behaviour all;
  // Marks that those who asked did not know, in the order in which they
  // showed; the first kNewMarksMax.
  uint32_t new_count = 0;
  // The strategy looked at every event: what a question is depends on it.
  uint8_t watches = 0;
  // The run did not come to where it was to branch off.
  uint8_t strayed = 0;
  uint8_t unused[2] = {};
  NewMark new_marks[kNewMarksMax];
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_CHOICE_BEHAVIOUR_H_
