// Two threads take two locks in opposite order.
#include <mutex>
#include <thread>

#include "mend.h"

std::mutex a;
std::mutex b;
int counter = 1;

void Up() {
  std::lock_guard<std::mutex> hold_a(a);
  std::lock_guard<std::mutex> hold_b(b);
  ++counter;
}

void Down() {
  BROKEN(std::lock_guard<std::mutex> hold_b(b);)
  std::lock_guard<std::mutex> hold_a(a);
  MENDED(std::lock_guard<std::mutex> hold_b(b);)
  --counter;
}

int main() {
  std::thread up(Up), down(Down);
  up.join();
  down.join();
}
