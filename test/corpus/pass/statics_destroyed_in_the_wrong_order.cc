// expect: passed
// trials: 1000
//
// The pool is made after the log, so its destructor joins the worker first.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Log {
 public:
  void Add(int line) {
    std::lock_guard<std::mutex> lock(mutex_);
    lines_->push_back(line);
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<std::vector<int>> lines_{new std::vector<int>};
};

class Pool {
 public:
  ~Pool() {
    closed_ = true;
    if (worker_.joinable()) worker_.join();
  }
  void Start(Log* log) {
    worker_ = std::thread([this, log] {
      for (int i = 0; !closed_; ++i) {
        log->Add(i);
        std::this_thread::yield();
      }
    });
  }

 private:
  std::atomic<bool> closed_{false};
  std::thread worker_;
};

Log log_lines;
Pool pool;

TEST(StaticsDestroyedInTheWrongOrder, WorkerLogs) { pool.Start(&log_lines); }

}  // namespace
