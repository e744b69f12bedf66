// expect: passed
// trials: 1000
// polls: recv
//
// A socket with a time-out of its own (SO_RCVTIMEO): who waits for a silent
// peer is told so after ten minutes, and no time goes by while it waits.
#include <errno.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <thread>

namespace {

using Clock = std::chrono::steady_clock;

TEST(SocketTimeout, EndsAWaitForASilentPeer) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  timeval timeout = {600, 0};
  ASSERT_EQ(
      setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout),
      0);
  std::mutex mutex;
  int waited = 0;
  std::thread other([&] {
    std::lock_guard<std::mutex> lock(mutex);
    ++waited;
  });
  Clock::time_point start = Clock::now();
  char c;
  EXPECT_EQ(recv(ends[0], &c, 1, 0), -1);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_GE(Clock::now() - start, std::chrono::minutes(10));
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++waited;
  }
  other.join();
  EXPECT_EQ(waited, 2);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
