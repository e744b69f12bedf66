// What GoogleTest offers around a test body, with a thread in each.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

int Sum(int threads) {
  std::mutex mutex;
  int sum = 0;
  std::vector<std::thread> adders;
  for (int i = 0; i < threads; ++i) {
    adders.emplace_back([&mutex, &sum] {
      std::lock_guard<std::mutex> lock(mutex);
      ++sum;
    });
  }
  for (std::thread& adder : adders) adder.join();
  return sum;
}

[[noreturn]] void DieInAThread() {
  std::thread([] {
    fputs("the end of a thread\n", stderr);
    abort();
  }).join();
  exit(0);
}

class StyleTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { testing::GTEST_FLAG(death_test_style) = GetParam(); }
};

TEST_P(StyleTest, ADeathIsSeen) {
  EXPECT_EQ(Sum(2), 2);
  EXPECT_DEATH(DieInAThread(), "the end of a thread");
  EXPECT_EXIT(exit(Sum(3)), testing::ExitedWithCode(3), "");
}

INSTANTIATE_TEST_SUITE_P(Death, StyleTest,
                         testing::Values("fast", "threadsafe"));

// A suite's set-up is run once a process; here each run is one.
class SuiteTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { shared = Sum(2); }
  static void TearDownTestSuite() { shared = 0; }
  void SetUp() override { own_ = shared + 1; }
  void TearDown() override { EXPECT_EQ(Sum(1), 1); }

  static int shared;
  int own_ = 0;
};
int SuiteTest::shared = 0;

TEST_F(SuiteTest, HasItsSetUp) {
  EXPECT_EQ(shared, 2);
  EXPECT_EQ(own_, 3);
}
TEST_F(SuiteTest, HasItsSetUpAgain) { EXPECT_EQ(shared++, 2); }

TEST(SkipTest, OnlyAfterAThread) {
  if (Sum(1) == 1) GTEST_SKIP() << "not here";
  FAIL();
}

// A trace belongs to the thread that made it.
TEST(TraceTest, FailsInOneThreadWithItsOwnTrace) {
  std::atomic<int> turns{0};
  auto body = [&turns](const char* name, int wanted) {
    SCOPED_TRACE(name);
    for (int i = 0; i < 3; ++i) turns.fetch_add(1);
    EXPECT_NE(wanted, 1) << "wanted by " << name;
  };
  std::thread other(body, "trace of the other", 1);
  body("trace of main", 0);
  other.join();
}

TEST(TraceTest, RecordsProperties) {
  RecordProperty("sum", Sum(2));
  SUCCEED();
}

template <typename T>
class TypedSum : public testing::Test {};
TYPED_TEST_SUITE_P(TypedSum);
TYPED_TEST_P(TypedSum, Adds) {
  std::atomic<TypeParam> value{0};
  std::thread other([&value] { value.fetch_add(1); });
  value.fetch_add(1);
  other.join();
  EXPECT_EQ(value.load(), 2);
}
REGISTER_TYPED_TEST_SUITE_P(TypedSum, Adds);
using Numbers = testing::Types<int, long>;
INSTANTIATE_TYPED_TEST_SUITE_P(Of, TypedSum, Numbers);

}  // namespace
