// A program that is told what to do: as many pairs of threads as its argument
// says, each of which loses an increment now and then. Without an argument, or
// with one pair alone, it fails in no run.
#include <atomic>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
  std::atomic<int> count{0};
  for (int i = 0; i < rounds; ++i) {
    auto add = [&count] { count.store(count.load() + 1); };
    std::thread first(add);
    std::thread second(add);
    first.join();
    second.join();
  }
  return rounds > 1 && count.load() != 2 * rounds ? 1 : 0;
}
