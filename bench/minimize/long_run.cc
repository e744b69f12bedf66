// Four threads share a counter under a lock for a long time; then two of them
// look at it without the lock and add to it, and one of the two additions may
// be lost. Most schedules pass, and the failing ones come late.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 900;

std::mutex lock;
int shared_rounds = 0;
int found = 0;

void Work(int index) {
  for (int round = 0; round < kRounds; ++round) {
    std::lock_guard<std::mutex> hold(lock);
    ++shared_rounds;
  }
  if (index >= 2) return;
  int before = 0;
  {
    std::lock_guard<std::mutex> hold(lock);
    before = found;
  }
  std::lock_guard<std::mutex> hold(lock);
  found = before + 1;
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(Work, i);
  for (std::thread& thread : threads) thread.join();
  if (found != 2) std::abort();
}
