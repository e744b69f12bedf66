#include "cmd/lib/object_names.h"

#include <gtest/gtest.h>

namespace detsim::cmd {
namespace {

// An @ stands where the operation is.
struct NameCase {
  const char* line;
  const char* name;
  OperationCaller caller = OperationCaller::kMember;
};

class ObjectNameTest : public testing::TestWithParam<NameCase> {};

TEST_P(ObjectNameTest, IsWhatTheUserWrote) {
  std::string line = GetParam().line;
  size_t at = line.find('@');
  ASSERT_NE(at, std::string::npos);
  line.erase(at, 1);
  EXPECT_EQ(
      ObjectNameAt(line, static_cast<uint32_t>(at + 1), GetParam().caller),
      GetParam().name);
}

constexpr OperationCaller kOther = OperationCaller::kOther;

INSTANTIATE_TEST_SUITE_P(
    Members, ObjectNameTest,
    testing::Values(NameCase{"if (q->closed_.@load()) return;", "closed_"},
                    NameCase{"ready.@wait(lock, [&] { return x; });", "ready"},
                    NameCase{"slots_[i + j[0]].@store(1);", "slots_"},
                    NameCase{"pool->@lock();", "pool"},
                    NameCase{"this->n_.@fetch_add(1);", "n_"},
                    NameCase{"GetMutex().@lock();", ""},
                    NameCase{"(*mutex_).@lock();", ""}));

INSTANTIATE_TEST_SUITE_P(
    Operators, ObjectNameTest,
    testing::Values(NameCase{"@++q->count_;", "count_"},
                    NameCase{"@q->count_++;", "count_"},
                    NameCase{"q->done_ @= true;", "done_"},
                    NameCase{"other.n_ @+= 5;", "n_"},
                    NameCase{"if (@q->done_ && x) {", "done_"},
                    NameCase{"if (@stop) return;", "stop"},
                    NameCase{"return @Get(1)->n_ == 3;", "n_"}));

INSTANTIATE_TEST_SUITE_P(
    Arguments, ObjectNameTest,
    testing::Values(
        NameCase{"std::lock_guard<std::mutex> @lock(p->mu);", "mu", kOther},
        NameCase{"std::unique_lock @l{mutex_, std::defer_lock};", "mutex_",
                 kOther},
        NameCase{"std::scoped_lock @both(a, b);", "", kOther},
        NameCase{"std::scoped_lock @one(a);", "a", kOther},
        NameCase{"@std::lock(a, b);", "", kOther},
        NameCase{"@pthread_cond_wait(&queue->ready, &queue->mutex);", "ready",
                 kOther},
        NameCase{"@std::call_once(flag_, [] {});", "flag_"},
        NameCase{"lock.@unlock();", "", kOther}));

INSTANTIATE_TEST_SUITE_P(Nothing, ObjectNameTest,
                         testing::Values(NameCase{"@}", ""},
                                         NameCase{"@}", "", kOther},
                                         NameCase{"x.@", ""},
                                         NameCase{"@42;", ""}));

TEST(ObjectNameTest, ColumnsOutsideTheLineHaveNone) {
  EXPECT_EQ(ObjectNameAt("mu.lock();", 0, OperationCaller::kMember), "");
  EXPECT_EQ(ObjectNameAt("mu.lock();", 99, OperationCaller::kMember), "");
}

TEST(IsOfDetsimTest, LooksAtTheNameOnly) {
  for (const char* function :
       {"detsim::mutex::lock()",
        "void detsim::condition_variable::wait<Queue::Get()::$_0>(int)",
        "std::cv_status detsim::condition_variable_any::wait_for<a, b<c>>(a&)",
        "detsim::atomic<bool>::operator bool() const",
        "detsim::runtime::(anonymous namespace)::descriptors",
        "std::map<int, int> detsim::Get<(anonymous namespace)::A>(int)"}) {
    EXPECT_TRUE(IsOfDetsim(function)) << function;
  }
  for (const char* function :
       {"Queue::Get()", "detsim::thread Queue::Start<int>(detsim::mutex&)",
        "void Lock<detsim::mutex>(detsim::mutex&)", "",
        "(anonymous namespace)::Get(detsim::mutex&)",
        "std::lock_guard<detsim::mutex>::lock_guard(detsim::mutex&)"}) {
    EXPECT_FALSE(IsOfDetsim(function)) << function;
  }
}

}  // namespace
}  // namespace detsim::cmd
