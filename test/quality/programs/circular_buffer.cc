// A producer and a consumer hand over through a buffer, each in a loop of seven
// rounds in which it does its part only when it is its turn; the consumer takes
// its own round for the number of the element.
#include <cassert>
#include <mutex>
#include <thread>

#include "mend.h"

constexpr int kRounds = 7;
constexpr int kSize = 10;

std::mutex lock;
int buffer[kSize];
int next_in = 0;
int next_out = 0;
bool may_put = true;
bool may_take = false;

void Put() {
  for (int i = 0; i < kRounds; ++i) {
    std::lock_guard<std::mutex> hold(lock);
    if (!may_put) continue;
    buffer[next_in] = MENDED(next_in) BROKEN(i);
    next_in = (next_in + 1) % kSize;
    may_put = false;
    may_take = true;
  }
}

void Take() {
  for (int i = 0; i < kRounds; ++i) {
    std::lock_guard<std::mutex> hold(lock);
    if (!may_take) continue;
    assert(buffer[next_out] == MENDED(next_out) BROKEN(i));
    next_out = (next_out + 1) % kSize;
    may_take = false;
    may_put = true;
  }
}

int main() {
  std::thread put(Put), take(Take);
  put.join();
  take.join();
}
