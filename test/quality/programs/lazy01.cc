// Two threads add to a number under a lock, a third one asserts that not both
// have: true only if it comes before one of them.
#include <cassert>
#include <mutex>
#include <thread>

#include "mend.h"

std::mutex lock;
int data = 0;

void Add(int amount) {
  std::lock_guard<std::mutex> hold(lock);
  data += amount;
}

void Check() {
  std::lock_guard<std::mutex> hold(lock);
  BROKEN(assert(data < 3);)
  MENDED(assert(data <= 3);)
}

int main() {
  std::thread check(Check), two(Add, 2), one(Add, 1);
  one.join();
  two.join();
  check.join();
}
