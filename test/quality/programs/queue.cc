// Twenty elements through a queue of that size; taking turns depends on flags,
// and the taker compares with its own round.
#include <cassert>
#include <mutex>
#include <thread>

#include "mend.h"

constexpr int kSize = 20;

struct Queue {
  int element[kSize + 1];
  int head = 0;
  int tail = 0;

  void Put(int value) {
    element[tail] = value;
    tail = tail == kSize ? 1 : tail + 1;
  }
  int Take() {
    int value = element[head];
    head = head == kSize ? 1 : head + 1;
    return value;
  }
};

std::mutex lock;
Queue queue;
int stored[kSize];
bool may_put = true;
bool may_take = false;

void Put() {
  int value = 0;
  {
    std::lock_guard<std::mutex> hold(lock);
    queue.Put(value);
    stored[0] = value;
    MENDED(may_put = false; may_take = true;)
  }
  for (int i = 0; i < kSize - 1; ++i) {
    std::lock_guard<std::mutex> hold(lock);
    if (!may_put) continue;
    ++value;
    queue.Put(value);
    stored[BROKEN(i + 1) MENDED(value)] = value;
    may_put = false;
    may_take = true;
  }
}

void Take() {
  int taken = 0;
  for (int i = 0; i < kSize; ++i) {
    std::lock_guard<std::mutex> hold(lock);
    if (!may_take) continue;
    int value = queue.Take();
    BROKEN(assert(value == stored[i]);)
    MENDED(assert(value == stored[taken]);)
    ++taken;
    may_take = false;
    may_put = true;
  }
}

int main() {
  std::thread put(Put), take(Take);
  put.join();
  take.join();
}
