// expect: passed
// trials: 1000
//
// The thread's static comes after what the thread reads.
#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace {

extern std::string greeting;

class Early {
 public:
  Early() : thread_([this] { seen_ = greeting; }) {}
  ~Early() { Join(); }
  const std::string& Join() {
    if (thread_.joinable()) thread_.join();
    return seen_;
  }

 private:
  std::string seen_;
  std::thread thread_;
};

std::string greeting = "hello to whoever reads this in time";
Early early;

TEST(ThreadStartedBeforeStatics, SeesThem) {
  EXPECT_EQ(early.Join(), greeting);
}

}  // namespace
