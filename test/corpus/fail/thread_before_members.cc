// expect: assertion
// trials: 200
//
// A constructor starts a thread before the members that the thread uses are
// initialised.
#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

namespace {

class Service {
 public:
  Service() : thread_([this] { seen_ = limit_.load(); }), limit_(3) {}
  int Stop() {
    thread_.join();
    return seen_;
  }

 private:
  std::atomic<int> seen_{-1};
  std::thread thread_;
  std::atomic<int> limit_;
};

TEST(ThreadBeforeMembers, SeesTheLimit) {
  alignas(Service) unsigned char place[sizeof(Service)] = {};
  Service* service = new (place) Service;
  EXPECT_EQ(service->Stop(), 3);
  service->~Service();
}

}  // namespace
