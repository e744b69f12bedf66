// expect: passed
// trials: 300
// polls: accept poll read
//
// Requests and answers over one TCP connection, each written in two pieces.
// The kernel holds a second small piece back until the first is acknowledged
// (Nagle's algorithm), for 40 ms by its own clock; whoever waits for it does so
// by the clock of the run, and for a second only.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace {

constexpr int kRequests = 4;
constexpr int kTimeoutMs = 1000;

void WriteInTwo(int fd, const std::string& text) {
  auto half = text.size() / 2;
  EXPECT_EQ(write(fd, text.data(), half), static_cast<ssize_t>(half));
  EXPECT_EQ(write(fd, text.data() + half, text.size() - half),
            static_cast<ssize_t>(text.size() - half));
}

std::string Read(int fd, std::size_t size) {
  std::string text;
  while (text.size() < size) {
    pollfd entry = {fd, POLLIN, 0};
    if (poll(&entry, 1, kTimeoutMs) != 1) break;
    char buffer[64];
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n <= 0) break;
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

TEST(TcpSmallWrites, ArriveInTime) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* name = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_EQ(bind(listener, name, size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  ASSERT_EQ(getsockname(listener, name, &size), 0);
  std::thread server([&] {
    int peer = accept(listener, nullptr, nullptr);
    for (int i = 0; i < kRequests; ++i) {
      EXPECT_EQ(Read(peer, 7), "request");
      WriteInTwo(peer, "answer");
    }
    close(peer);
  });
  int client = socket(AF_INET, SOCK_STREAM, 0);
  EXPECT_EQ(connect(client, name, size), 0);
  for (int i = 0; i < kRequests; ++i) {
    WriteInTwo(client, "request");
    EXPECT_EQ(Read(client, 6), "answer");
  }
  server.join();
  close(client);
  close(listener);
}

}  // namespace
