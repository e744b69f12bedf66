// One thread increments under a lock, seven under another one.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#include "mend.h"

std::mutex right_lock;
std::mutex wrong_lock;
volatile int value = 0;

void Careful() {
  std::lock_guard<std::mutex> hold(right_lock);
  int before = value;
  value = value + 1;
  assert(value == before + 1);
}

void Careless() {
  BROKEN(std::lock_guard<std::mutex> hold(wrong_lock);)
  MENDED(std::lock_guard<std::mutex> hold(right_lock);)
  value = value + 1;
}

int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(Careful);
  for (int i = 0; i < 7; ++i) threads.emplace_back(Careless);
  for (std::thread& thread : threads) thread.join();
}
