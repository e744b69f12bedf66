// expect: passed
// trials: 1000
//
// The asker is joined first.
#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Question {
  std::mutex mutex;
  std::condition_variable answered;
  bool has_answer = false;
};

TEST(ConditionDestroyedWhileWaitedOn, AskerGetsItsAnswer) {
  auto question = std::make_unique<Question>();
  std::thread asker([asked = question.get()] {
    std::unique_lock<std::mutex> lock(asked->mutex);
    asked->answered.wait_for(lock, std::chrono::milliseconds(10),
                             [asked] { return asked->has_answer; });
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  {
    std::lock_guard<std::mutex> lock(question->mutex);
    question->has_answer = true;
  }
  question->answered.notify_one();
  asker.join();
  question.reset();
}

}  // namespace
