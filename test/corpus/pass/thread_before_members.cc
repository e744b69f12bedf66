// expect: passed
// trials: 1000
//
// The thread is the last member.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

namespace {

class Service {
 public:
  Service() : limit_(3), thread_([this] { seen_ = limit_.load(); }) {}
  int Stop() {
    thread_.join();
    return seen_;
  }

 private:
  std::atomic<int> seen_{-1};
  std::atomic<int> limit_;
  std::thread thread_;
};

TEST(ThreadBeforeMembers, SeesTheLimit) {
  alignas(Service) unsigned char place[sizeof(Service)] = {};
  Service* service = new (place) Service;
  EXPECT_EQ(service->Stop(), 3);
  service->~Service();
}

}  // namespace
