// expect: passed
// trials: 60
// polls: poll
//
// A thread looks through much memory and writes nothing meanwhile. It does not
// spin, and whoever waits for it, at most five seconds, is not told that they
// are over.
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace {

constexpr int kTimeoutMs = 5000;

class ComputesWhileOthersWait : public testing::Test {
 protected:
  bool TextIsAscii() const {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (static_cast<unsigned char>(text_[i]) >= 0x80) return false;
    }
    return true;
  }

  const std::string text_ = std::string(8 << 20, 'a');
};

TEST_F(ComputesWhileOthersWait, AtAPipe) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::thread computes([&] {
    char answer = TextIsAscii() ? 'y' : 'n';
    EXPECT_EQ(write(ends[1], &answer, 1), 1);
  });
  pollfd entry = {ends[0], POLLIN, 0};
  EXPECT_EQ(poll(&entry, 1, kTimeoutMs), 1);
  computes.join();
  close(ends[0]);
  close(ends[1]);
}

TEST_F(ComputesWhileOthersWait, AtACondition) {
  std::mutex mutex;
  std::condition_variable done;
  bool ascii = false;
  std::thread computes([&] {
    bool answer = TextIsAscii();
    std::lock_guard<std::mutex> lock(mutex);
    ascii = answer;
    done.notify_all();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    EXPECT_TRUE(done.wait_for(lock, std::chrono::milliseconds(kTimeoutMs),
                              [&] { return ascii; }));
  }
  computes.join();
}

}  // namespace
