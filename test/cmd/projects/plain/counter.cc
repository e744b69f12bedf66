// A program without a test framework: two threads that lose an increment now
// and then, told by the exit code.
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> count{0};
  auto add = [&count] { count.store(count.load() + 1); };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return count.load() == 2 ? 0 : 1;
}
