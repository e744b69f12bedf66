// expect: passed
// trials: 1000
// polls: epoll_wait
//
// An event loop on real descriptors: other threads hand it tasks and wake it
// through an eventfd; its timer is the timeout of epoll_wait.
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
    epoll_event wanted = {};
    wanted.events = EPOLLIN;
    EXPECT_EQ(epoll_ctl(epoll_, EPOLL_CTL_ADD, wake_, &wanted), 0);
  }
  ~Loop() {
    close(wake_);
    close(epoll_);
  }

  void Post(std::function<void()> task) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    std::uint64_t one = 1;
    EXPECT_EQ(write(wake_, &one, sizeof one), ssize_t{sizeof one});
  }

  // Performs tasks until one calls Stop(); `tick` whenever nothing came for
  // `period`.
  void Run(std::chrono::milliseconds period,
           const std::function<void()>& tick) {
    while (!stopped_) {
      epoll_event got;
      int ready = epoll_wait(epoll_, &got, 1, static_cast<int>(period.count()));
      ASSERT_GE(ready, 0);
      if (ready == 0) {
        tick();
        continue;
      }
      std::uint64_t count;
      EXPECT_EQ(read(wake_, &count, sizeof count), ssize_t{sizeof count});
      RunTasks();
    }
  }
  void Stop() { stopped_ = true; }

 private:
  void RunTasks() {
    std::deque<std::function<void()>> tasks;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      tasks.swap(tasks_);
    }
    for (auto& task : tasks) task();
  }

  int epoll_ = epoll_create1(0);
  int wake_ = eventfd(0, 0);
  bool stopped_ = false;
  std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;
};

TEST(EpollAndEventfd, TasksOfTwoThreadsAreAllDone) {
  Loop loop;
  int done = 0;
  int ticks = 0;
  auto count = [&] {
    if (++done == 6) loop.Stop();
  };
  auto post = [&] {
    for (int i = 0; i < 3; ++i) {
      loop.Post(count);
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  };
  std::thread a(post), b(post);
  loop.Run(std::chrono::milliseconds(400), [&] { ++ticks; });
  a.join();
  b.join();
  EXPECT_EQ(done, 6);
  EXPECT_GE(ticks, 2);
}

}  // namespace
