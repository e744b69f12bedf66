// expect: passed
// trials: 40
// polls: accept poll recv send
//
// Much data over one TCP connection, there and back, by calls that block and by
// calls that do not. How much the kernel takes and brings at a time depends on
// windows that tune themselves and on acknowledgements that are put off, by its
// own clock: it must not be seen, and nobody's time is up while data is under
// way.
#include <errno.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <thread>

namespace {

constexpr std::size_t kSize = 4 << 20;
constexpr int kTimeoutMs = 5000;

bool Ready(int fd, short events) {
  pollfd entry = {fd, events, 0};
  return poll(&entry, 1, kTimeoutMs) == 1;
}

struct Calls {
  std::size_t piece;
  int flags;
};

bool SendAll(int fd, const std::string& text, Calls calls) {
  for (std::size_t done = 0; done < text.size();) {
    if (!Ready(fd, POLLOUT)) return false;
    ssize_t n = send(fd, text.data() + done,
                     std::min(calls.piece, text.size() - done), calls.flags);
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

std::string ReceiveAll(int fd, Calls calls) {
  std::string text;
  std::string piece(calls.piece, '\0');
  while (text.size() < kSize) {
    if (!Ready(fd, POLLIN)) break;
    ssize_t n = recv(fd, &piece[0], piece.size(), calls.flags);
    if (n <= 0) break;
    text.append(piece, 0, static_cast<std::size_t>(n));
  }
  return text;
}

void GiveUpInTime(int fd) {
  timeval timeout = {kTimeoutMs / 1000, 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
}

void ThereAndBack(Calls sends, Calls receives) {
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
    GiveUpInTime(peer);
    std::string text = ReceiveAll(peer, receives);
    EXPECT_EQ(text.size(), kSize);
    EXPECT_TRUE(SendAll(peer, text, sends));
    close(peer);
  });
  int client = socket(AF_INET, SOCK_STREAM, 0);
  EXPECT_EQ(connect(client, name, size), 0);
  GiveUpInTime(client);
  std::string text(kSize, 'x');
  EXPECT_TRUE(SendAll(client, text, sends));
  EXPECT_EQ(ReceiveAll(client, receives).size(), kSize);
  server.join();
  close(client);
  close(listener);
}

TEST(TcpLarge, ArrivesPieceByPiece) { ThereAndBack({16384, 0}, {65536, 0}); }

TEST(TcpLarge, ArrivesAtOnce) { ThereAndBack({kSize, 0}, {kSize, 0}); }

TEST(TcpLarge, ArrivesWithoutBlocking) {
  ThereAndBack({kSize, MSG_DONTWAIT}, {100000, MSG_DONTWAIT});
}

}  // namespace
