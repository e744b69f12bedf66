// Two classes of threads that keep each other out: the first of a class to come
// takes a lock for it, holding the one of the counters.
#include <mutex>
#include <thread>

#include "mend.h"

std::mutex counters;
std::mutex turn;
int count_a = 0;
int count_b = 0;

void Visit(int* count) {
  MENDED(turn.lock();)
  counters.lock();
  ++*count;
  BROKEN(if (*count == 1) turn.lock();)
  counters.unlock();
  counters.lock();
  --*count;
  BROKEN(if (*count == 0) turn.unlock();)
  counters.unlock();
  MENDED(turn.unlock();)
}

int main() {
  std::thread a(Visit, &count_a), b(Visit, &count_b);
  std::thread c([] {}), d([] {});
  a.join();
  b.join();
  c.join();
  d.join();
}
