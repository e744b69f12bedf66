// expect: assertion
// trials: 500
// polls: epoll_wait
//
// An event loop takes its wake-up after the jobs: one posted in between waits
// for the next time-out.
#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace {

class Loop {
 public:
  Loop() {
    epoll_event watched = {};
    watched.events = EPOLLIN;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_, &watched);
  }
  ~Loop() {
    close(wake_);
    close(epoll_);
  }

  void Post(std::function<void()> job) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      jobs_.push_back(job);
    }
    const uint64_t one = 1;
    EXPECT_EQ(write(wake_, &one, sizeof one), ssize_t{sizeof one});
  }

  // Runs jobs until one of them stops the loop.
  void Run() {
    while (!stopped_) {
      epoll_event event;
      const int found = epoll_wait(epoll_, &event, 1, 10000);
      RunJobs();
      if (found == 1) TakeWakeUp();
    }
  }
  void Stop() { stopped_ = true; }

 private:
  void TakeWakeUp() {
    uint64_t count;
    EXPECT_EQ(read(wake_, &count, sizeof count), ssize_t{sizeof count});
  }
  void RunJobs() {
    for (;;) {
      std::function<void()> job;
      {
        std::lock_guard<std::mutex> lock(mutex_);
        if (jobs_.empty()) return;
        job = jobs_.front();
        jobs_.pop_front();
      }
      job();
    }
  }

  const int epoll_ = epoll_create1(0);
  const int wake_ = eventfd(0, 0);
  std::mutex mutex_;
  std::deque<std::function<void()>> jobs_;
  bool stopped_ = false;
};

TEST(EventLoop, RunsAJobWhenItIsPosted) {
  const auto start = std::chrono::steady_clock::now();
  Loop loop;
  int runs = 0;
  std::thread thread([&] { loop.Run(); });
  loop.Post([&] { ++runs; });
  loop.Post([&] { loop.Stop(); });
  thread.join();
  EXPECT_EQ(runs, 1);
  EXPECT_LT(std::chrono::steady_clock::now() - start,
            std::chrono::seconds(5));
}

}  // namespace
