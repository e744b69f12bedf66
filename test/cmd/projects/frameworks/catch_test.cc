// Names that Catch2 would read as something else, and one test with a bug.
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

namespace {

// Loses an increment now and then.
int CountTwice() {
  std::atomic<int> count{0};
  auto add = [&count] { count.store(count.load() + 1); };
  std::thread first(add);
  std::thread second(add);
  first.join();
  second.join();
  return count.load();
}

TEST_CASE("counts, with a comma and [brackets]") { CHECK(CountTwice() == 2); }

TEST_CASE("counts") { CHECK(CountTwice() > 0); }

TEST_CASE("~not an exclusion") { CHECK(CountTwice() > 0); }

TEST_CASE("hidden", "[.]") { FAIL("is never run"); }

}  // namespace
