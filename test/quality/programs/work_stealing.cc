// A work-stealing deque (Chase, Lev, "Dynamic circular work-stealing deque",
// SPAA 2005): its owner pushes and pops at the bottom, a thief takes from the
// top. Both may want the last item; the owner takes it without asking.
#include <atomic>
#include <cassert>
#include <thread>

#include "mend.h"

constexpr int kItems = 3;
constexpr int kNothing = -1;
std::atomic<int> top{0};
std::atomic<int> bottom{0};
std::atomic<int> cells[kItems + 1];
std::atomic<int> taken[kItems];

void Push(int item) {
  int end = bottom.load();
  cells[end % (kItems + 1)].store(item);
  bottom.store(end + 1);
}

int Pop() {
  int end = bottom.load() - 1;
  bottom.store(end);
  int begin = top.load();
  if (begin > end) {
    bottom.store(end + 1);
    return kNothing;
  }
  int item = cells[end % (kItems + 1)].load();
  if (begin < end) return item;
  MENDED(if (!top.compare_exchange_strong(begin, begin + 1)) item = kNothing;)
  BROKEN(top.store(begin + 1);)
  bottom.store(end + 1);
  return item;
}

int Steal() {
  int begin = top.load();
  if (begin >= bottom.load()) return kNothing;
  int item = cells[begin % (kItems + 1)].load();
  return top.compare_exchange_strong(begin, begin + 1) ? item : kNothing;
}

void Take(int item) {
  if (item != kNothing) assert(taken[item]++ == 0);
}

void Own() {
  for (int item = 0; item < kItems; ++item) Push(item);
  for (int i = 0; i < kItems; ++i) Take(Pop());
}

void Thieve() {
  for (int i = 0; i < 2; ++i) Take(Steal());
}

int main() {
  std::thread owner(Own), thief(Thieve);
  owner.join();
  thief.join();
}
