// Two threads, and three times each: lock, plain ++, unlock, fetch_add.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex lock;
int plain = 0;
std::atomic<int> atomic{0};

void Work() {
  for (int i = 0; i < 3; ++i) {
    lock.lock();
    ++plain;
    lock.unlock();
    atomic.fetch_add(1);
  }
}

int main() {
  std::thread one(Work), two(Work);
  one.join();
  two.join();
  return plain == 6 && atomic == 6 ? 0 : 1;
}
