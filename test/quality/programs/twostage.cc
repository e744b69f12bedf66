// A value is set in one critical section and what follows from it in the next;
// a reader comes between the two.
#include <cassert>
#include <mutex>
#include <thread>

#include "mend.h"

std::mutex first_lock;
std::mutex second_lock;
MENDED(std::mutex whole;)
int first = 0;
int second = 0;

void Write() {
  MENDED(std::lock_guard<std::mutex> hold_whole(whole);) {
    std::lock_guard<std::mutex> hold(first_lock);
    first = 1;
  }
  std::lock_guard<std::mutex> hold(second_lock);
  second = first + 1;
}

void Read() {
  MENDED(std::lock_guard<std::mutex> hold_whole(whole);)
  int seen_first = 0;
  {
    std::lock_guard<std::mutex> hold(first_lock);
    if (first == 0) return;
    seen_first = first;
  }
  int seen_second = 0;
  {
    std::lock_guard<std::mutex> hold(second_lock);
    seen_second = second;
  }
  assert(seen_second == seen_first + 1);
}

int main() {
  std::thread write(Write), read(Read);
  write.join();
  read.join();
}
