// A stack of nodes that are used again (Treiber, "Systems programming: coping
// with parallelism", 1986). Who looks at the top node A and the node B below
// it, and then sleeps while A and B are taken and A is put back, makes B the
// top: it belongs to somebody else. A count beside the top mends that.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

#include "mend.h"

constexpr int kNodes = 3;  // Numbered from 1; 0 is the end.
std::atomic<int> below[kNodes + 1];
std::atomic<bool> owned[kNodes + 1];

struct Top {
  uint32_t node;
  uint32_t count;
};
std::atomic<Top> top;

Top Changed(Top old, uint32_t node) { return {node, old.count MENDED(+1)}; }

void Push(uint32_t node) {
  owned[node] = false;
  Top old = top.load();
  do {
    below[node] = static_cast<int>(old.node);
  } while (!top.compare_exchange_strong(old, Changed(old, node)));
}

uint32_t Pop() {
  Top old = top.load();
  while (old.node != 0) {
    auto next = static_cast<uint32_t>(below[old.node].load());
    if (top.compare_exchange_strong(old, Changed(old, next))) break;
  }
  if (old.node != 0) assert(!owned[old.node].exchange(true));
  return old.node;
}

void TakeTwo() {
  Pop();
  Pop();
}

void TakeTwoAndGiveOneBack() {
  uint32_t first = Pop();
  Pop();
  if (first != 0) Push(first);
}

int main() {
  for (uint32_t node = 1; node <= kNodes; ++node) Push(node);
  std::thread one(TakeTwo), two(TakeTwoAndGiveOneBack);
  one.join();
  two.join();
}
