#include "doubler.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

// Lives as long as the library.
class Doubler {
 public:
  ~Doubler() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stops_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  int Twice(int number) {
    std::unique_lock<std::mutex> lock(mutex_);
    number_ = number;
    asked_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !asked_; });
    return number_;
  }

 private:
  void Run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return asked_ || stops_; });
      if (stops_) return;
      number_ *= 2;
      asked_ = false;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int number_ = 0;
  bool asked_ = false;
  bool stops_ = false;
  std::thread thread_{[this] { Run(); }};
};
Doubler doubler;

}  // namespace

int TwiceOnTheOldThread(int number) { return doubler.Twice(number); }
