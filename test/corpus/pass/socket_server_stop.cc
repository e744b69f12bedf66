// expect: passed
// trials: 500
// polls: accept recv select
//
// The end of the connection wakes the server.
#include <gtest/gtest.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>

namespace {

// Sends back what its one client sends.
class Server {
 public:
  Server() {
    sockaddr_un name = {};
    name.sun_family = AF_UNIX;
    // Without a name Linux invents one.
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&name),
                   sizeof name.sun_family),
              0);
    EXPECT_EQ(listen(listener_, 1), 0);
  }
  ~Server() { close(listener_); }

  int Connect() {
    sockaddr_un name = {};
    socklen_t size = sizeof name;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&name), &size);
    const int client = socket(AF_UNIX, SOCK_STREAM, 0);
    EXPECT_EQ(connect(client, reinterpret_cast<sockaddr*>(&name), size), 0);
    return client;
  }

  void Run() {
    const int client = accept(listener_, nullptr, nullptr);
    while (!stopped_) {
      fd_set readable;
      FD_ZERO(&readable);
      FD_SET(client, &readable);
      if (select(client + 1, &readable, nullptr, nullptr, nullptr) != 1) break;
      char data[8];
      const ssize_t size = recv(client, data, sizeof data, 0);
      if (size <= 0) break;
      EXPECT_EQ(send(client, data, static_cast<size_t>(size), 0), size);
    }
    close(client);
  }
  void Stop() { stopped_ = true; }

 private:
  const int listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
  std::atomic<bool> stopped_{false};
};

TEST(SocketServer, AnswersAndStops) {
  Server server;
  std::thread thread([&] { server.Run(); });
  const int client = server.Connect();
  EXPECT_EQ(send(client, "hello", 5, 0), 5);
  char data[8] = {};
  EXPECT_EQ(recv(client, data, 5, MSG_WAITALL), 5);
  EXPECT_STREQ(data, "hello");
  server.Stop();
  shutdown(client, SHUT_WR);
  thread.join();
  close(client);
}

}  // namespace
