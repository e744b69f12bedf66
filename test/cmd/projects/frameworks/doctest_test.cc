// Two tests whose names differ by a comma and what follows; one has a bug.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <atomic>
#include <thread>

namespace {

int CountTwice() {
  std::atomic<int> count{0};
  auto add = [&count] { count.store(count.load() + 1); };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return count.load();
}

TEST_CASE("counts") { CHECK(CountTwice() > 0); }

TEST_CASE("counts, with a comma") { CHECK(CountTwice() == 2); }

TEST_CASE("COUNTS") { CHECK(CountTwice() > 0); }

}  // namespace
