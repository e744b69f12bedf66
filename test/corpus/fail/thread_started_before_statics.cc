// expect: crash|assertion|misuse
// trials: 1000
//
// A static starts a thread that reads another static, which is made later.
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

Early early;
std::string greeting = "hello to whoever reads this in time";

TEST(ThreadStartedBeforeStatics, SeesThem) {
  EXPECT_EQ(early.Join(), greeting);
}

}  // namespace
