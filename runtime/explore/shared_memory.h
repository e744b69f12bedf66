// Which memory threads share, as seen so far: touched by two of them, one of
// which writes. In granules of eight bytes.
#ifndef DETSIM_RUNTIME_EXPLORE_SHARED_MEMORY_H_
#define DETSIM_RUNTIME_EXPLORE_SHARED_MEMORY_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/choice/choice.h"
#include "runtime/choice/step_log.h"

namespace detsim::runtime {

class SharedMemory {
 public:
  // Granules that this makes shared are added to `news`.
  void Add(ThreadKey thread, const Touch& touch, std::vector<uint64_t>* news);
  bool IsShared(const Touch& touch) const;

  // A large copy is known by so many of its granules.
  static constexpr uint64_t kGranulesMax = 512;
  static uint64_t FirstGranule(const Touch& touch) { return touch.address / 8; }
  static uint64_t EndGranule(const Touch& touch);

 private:
  struct Use {
    ThreadKey thread = 0;  // The first.
    bool written = false;
    bool by_others = false;
    bool shared() const { return written && by_others; }
  };
  std::unordered_map<uint64_t, Use> uses_;
};

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_SHARED_MEMORY_H_
