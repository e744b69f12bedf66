// A driver counts who is at work and stops when nobody is; a worker looks
// whether it may begin before it is counted.
#include <cassert>
#include <mutex>
#include <thread>

#include "mend.h"

volatile bool stopping = false;
volatile bool stopped = false;
volatile int pending = 1;
std::mutex lock;

int Begin() {
  MENDED(std::lock_guard<std::mutex> hold(lock);)
  if (stopping) return -1;
  BROKEN(std::lock_guard<std::mutex> hold(lock);)
  pending = pending + 1;
  return 0;
}

void End() {
  std::lock_guard<std::mutex> hold(lock);
  pending = pending - 1;
  if (pending == 0) stopped = true;
}

void Work() {
  if (Begin() != 0) return;
  assert(!stopped);
  End();
}

void Stop() {
  {
    MENDED(std::lock_guard<std::mutex> hold(lock);)
    stopping = true;
  }
  End();
}

int main() {
  std::thread work(Work), stop(Stop);
  work.join();
  stop.join();
}
