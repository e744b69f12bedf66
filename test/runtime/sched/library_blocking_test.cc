// Calls that wait for the real system, made by simulated threads.
#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "test/runtime/sched/scenario.h"
#include "test/runtime/sched/sim.h"

namespace detsim::runtime {
namespace {

struct Pipe {
  Pipe() { SIM_CHECK(pipe(ends) == 0); }
  ~Pipe() {
    close(ends[0]);
    close(ends[1]);
  }
  int in() const { return ends[0]; }
  int out() const { return ends[1]; }
  int ends[2];
};

void ExpectPassesEverySeed(const Body& body) {
  for (const Outcome& outcome : RunSeeds({.strategy = "random"}, 50, body)) {
    EXPECT_TRUE(outcome.passed()) << testing::PrintToString(outcome);
  }
}

TEST(BlockingReadTest, AThreadReadsWhatAnotherWrites) {
  ExpectPassesEverySeed([] {
    Pipe pipe;
    Thread writer([&] {
      SleepFor(5 * kMs);
      SIM_CHECK(write(pipe.out(), "x", 1) == 1);
    });
    char c = 0;
    SIM_CHECK(read(pipe.in(), &c, 1) == 1);
    SIM_CHECK(c == 'x');
    writer.Join();
  });
}

TEST(BlockingReadTest, TwoReadersWaitForOneWriter) {
  ExpectPassesEverySeed([] {
    Pipe first, second;
    auto pass_on = [](int from, int to) {
      char c = 0;
      SIM_CHECK(read(from, &c, 1) == 1);
      if (to >= 0) SIM_CHECK(write(to, &c, 1) == 1);
    };
    Thread last([&] { pass_on(second.in(), -1); });
    Thread middle([&] { pass_on(first.in(), second.out()); });
    SleepFor(kMs);
    SIM_CHECK(write(first.out(), "x", 1) == 1);
    middle.Join();
    last.Join();
  });
}

TEST(BlockingReadTest, TheEndOfFileIsSeen) {
  ExpectPassesEverySeed([] {
    int ends[2];
    SIM_CHECK(pipe(ends) == 0);
    Thread closer([&] {
      SleepFor(kMs);
      close(ends[1]);
    });
    char c;
    SIM_CHECK(read(ends[0], &c, 1) == 0);
    close(ends[0]);
    closer.Join();
  });
}

TEST(BlockingReadTest, WhatDoesNotBlockStillDoesNot) {
  ExpectPassesEverySeed([] {
    Pipe pipe;
    SIM_CHECK(fcntl(pipe.in(), F_SETFL, O_NONBLOCK) == 0);
    Thread other([] { SleepFor(kMs); });
    char c;
    SIM_CHECK(read(pipe.in(), &c, 1) == -1);
    SIM_CHECK(errno == EAGAIN);
    other.Join();
  });
}

TEST(BlockingWriteTest, AFullPipeWaitsForItsReader) {
  ExpectPassesEverySeed([] {
    constexpr size_t kBytes = 300'000;  // A pipe holds 65536.
    Pipe pipe;
    Thread writer([&] {
      std::string all(kBytes, 'x');
      SIM_CHECK(write(pipe.out(), all.data(), kBytes) ==
                static_cast<ssize_t>(kBytes));
    });
    char buffer[10'000];
    size_t got = 0;
    while (got < kBytes) {
      ssize_t n = read(pipe.in(), buffer, sizeof buffer);
      SIM_CHECK(n > 0);
      got += static_cast<size_t>(n);
    }
    writer.Join();
  });
}

// ---- Output that does not fit at once ----

struct Sockets {
  explicit Sockets(int type) {
    SIM_CHECK(socketpair(AF_UNIX, type, 0, ends) == 0);
  }
  ~Sockets() {
    close(ends[0]);
    close(ends[1]);
  }
  int ends[2];
};

void ReadBytes(int fd, size_t size) {
  std::string buffer(10'000, ' ');
  for (size_t got = 0; got < size;) {
    ssize_t n = read(fd, buffer.data(), buffer.size());
    SIM_CHECK(n > 0);
    if (n <= 0) return;
    got += static_cast<size_t>(n);
  }
}

constexpr size_t kMuch = 1'000'000;

// `give` blocks until another thread has read what it gives.
void ExpectGivesMuch(bool stream_socket,
                     ssize_t (*give)(int fd, std::string* data)) {
  ExpectPassesEverySeed([=] {
    Pipe pipe;
    Sockets sockets(SOCK_STREAM);
    int out = stream_socket ? sockets.ends[0] : pipe.out();
    int in = stream_socket ? sockets.ends[1] : pipe.in();
    Thread reader([=] { ReadBytes(in, kMuch); });
    std::string data(kMuch, 'x');
    SIM_CHECK(give(out, &data) == static_cast<ssize_t>(kMuch));
    reader.Join();
  });
}

ssize_t GiveByWritev(int fd, std::string* data) {
  iovec parts[2] = {{data->data(), 300'000},
                    {data->data() + 300'000, kMuch - 300'000}};
  return writev(fd, parts, 2);
}

TEST(MuchOutputTest, WriteToASocket) {
  ExpectGivesMuch(true, [](int fd, std::string* data) {
    return write(fd, data->data(), data->size());
  });
}

TEST(MuchOutputTest, WritevToAPipe) { ExpectGivesMuch(false, &GiveByWritev); }

TEST(MuchOutputTest, WritevToASocket) { ExpectGivesMuch(true, &GiveByWritev); }

TEST(MuchOutputTest, SendToASocket) {
  ExpectGivesMuch(true, [](int fd, std::string* data) {
    return send(fd, data->data(), data->size(), 0);
  });
}

TEST(MuchOutputTest, SendmsgToASocket) {
  ExpectGivesMuch(true, [](int fd, std::string* data) {
    iovec parts[2] = {{data->data(), 300'000},
                      {data->data() + 300'000, kMuch - 300'000}};
    msghdr message = {};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    return sendmsg(fd, &message, 0);
  });
}

TEST(WholeOutputTest, ADatagramStaysOne) {
  ExpectPassesEverySeed([] {
    Sockets sockets(SOCK_DGRAM);
    std::string data(20'000, 'x');
    Thread other([] { SleepFor(kMs); });
    SIM_CHECK(write(sockets.ends[0], data.data(), data.size()) ==
              static_cast<ssize_t>(data.size()));
    std::string got(data.size() + 1, ' ');
    SIM_CHECK(read(sockets.ends[1], got.data(), got.size()) ==
              static_cast<ssize_t>(data.size()));
    other.Join();
  });
}

TEST(WholeOutputTest, ANonblockingPipeTakesWhatFits) {
  ExpectPassesEverySeed([] {
    Pipe pipe;
    SIM_CHECK(fcntl(pipe.out(), F_SETFL, O_NONBLOCK) == 0);
    std::string data(kMuch, 'x');
    Thread other([] { SleepFor(kMs); });
    ssize_t given = write(pipe.out(), data.data(), data.size());
    SIM_CHECK(given > 0 && given < static_cast<ssize_t>(kMuch));
    SIM_CHECK(write(pipe.out(), data.data(), data.size()) == -1);
    SIM_CHECK(errno == EAGAIN);
    other.Join();
  });
}

// ---- Sockets ----

TEST(BlockingSocketTest, ClientAndServerTalk) {
  ExpectPassesEverySeed([] {
    sockaddr_un address = {AF_UNIX, ""};
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1,
             "detsim_blocking_test_%d", static_cast<int>(getpid()));
    auto* name = reinterpret_cast<sockaddr*>(&address);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    SIM_CHECK(bind(listener, name, sizeof address) == 0);
    SIM_CHECK(listen(listener, 1) == 0);
    Thread server([&] {
      int peer = accept(listener, nullptr, nullptr);
      char c = 0;
      SIM_CHECK(recv(peer, &c, 1, 0) == 1);
      SIM_CHECK(send(peer, &c, 1, 0) == 1);
      close(peer);
    });
    SleepFor(kMs);
    int client = socket(AF_UNIX, SOCK_STREAM, 0);
    SIM_CHECK(connect(client, name, sizeof address) == 0);
    SIM_CHECK(send(client, "x", 1, 0) == 1);
    char c = 0;
    SIM_CHECK(recv(client, &c, 1, 0) == 1);
    SIM_CHECK(c == 'x');
    close(client);
    close(listener);
    server.Join();
  });
}

void SetTimeout(int fd, int option, time_t seconds) {
  timeval timeout = {seconds, 0};
  SIM_CHECK(setsockopt(fd, SOL_SOCKET, option, &timeout, sizeof timeout) == 0);
}

TEST(SocketTimeoutTest, AReceiverGivesUpInVirtualTime) {
  ExpectPassesEverySeed([] {
    Sockets sockets(SOCK_STREAM);
    SetTimeout(sockets.ends[0], SO_RCVTIMEO, 3600);
    Thread other([] { SleepFor(kMs); });
    uint64_t start = detsim_now(DETSIM_CLOCK_STEADY);
    char c;
    SIM_CHECK(recv(sockets.ends[0], &c, 1, 0) == -1 && errno == EAGAIN);
    SIM_CHECK(detsim_now(DETSIM_CLOCK_STEADY) - start >= 3'600'000 * kMs);
    other.Join();
  });
}

TEST(SocketTimeoutTest, AThreadThatIsAloneGivesUpInVirtualTime) {
  ExpectPassesEverySeed([] {
    Sockets sockets(SOCK_STREAM);
    SetTimeout(sockets.ends[0], SO_RCVTIMEO, 3600);
    char c;
    SIM_CHECK(read(sockets.ends[0], &c, 1) == -1 && errno == EAGAIN);
  });
}

TEST(SocketTimeoutTest, WhatComesInTimeIsReceived) {
  ExpectPassesEverySeed([] {
    Sockets sockets(SOCK_STREAM);
    SetTimeout(sockets.ends[0], SO_RCVTIMEO, 3600);
    Thread sender([&] {
      SleepFor(1'800'000 * kMs);
      SIM_CHECK(send(sockets.ends[1], "x", 1, 0) == 1);
    });
    char c;
    SIM_CHECK(recv(sockets.ends[0], &c, 1, 0) == 1);
    sender.Join();
  });
}

TEST(SocketTimeoutTest, ASenderSaysWhatWasTakenInTime) {
  ExpectPassesEverySeed([] {
    Sockets sockets(SOCK_STREAM);
    SetTimeout(sockets.ends[0], SO_SNDTIMEO, 3600);
    Thread other([] { SleepFor(7'200'000 * kMs); });
    std::string data(kMuch, 'x');
    ssize_t given = send(sockets.ends[0], data.data(), kMuch, 0);
    SIM_CHECK(given > 0 && given < static_cast<ssize_t>(kMuch));
    SIM_CHECK(send(sockets.ends[0], "x", 1, 0) == -1 && errno == EAGAIN);
    other.Join();
  });
}

TEST(ReadinessTest, EpollWakesForAnEventfd) {
  ExpectPassesEverySeed([] {
    int event = eventfd(0, 0);
    int epoll = epoll_create1(0);
    epoll_event wanted = {.events = EPOLLIN, .data = {.fd = event}};
    SIM_CHECK(epoll_ctl(epoll, EPOLL_CTL_ADD, event, &wanted) == 0);
    Thread waker([&] {
      SleepFor(20 * kMs);
      uint64_t one = 1;
      SIM_CHECK(write(event, &one, sizeof one) == sizeof one);
    });
    epoll_event got = {};
    SIM_CHECK(epoll_wait(epoll, &got, 1, -1) == 1);
    SIM_CHECK(got.data.fd == event);
    waker.Join();
    close(epoll);
    close(event);
  });
}

TEST(ReadinessTest, TimeoutsAreInVirtualTime) {
  ExpectPassesEverySeed([] {
    Pipe pipe;
    Thread other([] { SleepFor(kMs); });
    uint64_t start = detsim_now(DETSIM_CLOCK_STEADY);
    pollfd entry = {pipe.in(), POLLIN, 0};
    SIM_CHECK(poll(&entry, 1, 3'600'000) == 0);
    timeval hour = {3600, 0};
    fd_set set;
    FD_ZERO(&set);
    FD_SET(pipe.in(), &set);
    SIM_CHECK(select(pipe.in() + 1, &set, nullptr, nullptr, &hour) == 0);
    SIM_CHECK(!FD_ISSET(pipe.in(), &set));
    uint64_t passed = detsim_now(DETSIM_CLOCK_STEADY) - start;
    SIM_CHECK(passed >= 7'200'000 * kMs);
    other.Join();
  });
}

TEST(ReadinessTest, ALoopThatWaitsHurriesNobody) {
  ExpectPassesEverySeed([] {
    Pipe pipe;
    Thread sleeper([] { SleepFor(60'000 * kMs); });
    uint64_t start = detsim_now(DETSIM_CLOCK_STEADY);
    for (int i = 0; i < 300; ++i) {
      detsim_descriptor(DETSIM_DESCRIPTOR_POLL);
      pollfd entry = {pipe.in(), POLLIN, 0};
      SIM_CHECK(poll(&entry, 1, 10) == 0);
    }
    uint64_t passed = detsim_now(DETSIM_CLOCK_STEADY) - start;
    SIM_CHECK(passed >= 3'000 * kMs && passed < 4'000 * kMs);
    sleeper.Join();
  });
}

// One wake-up too many would end the sleep that follows.
TEST(ReadinessTest, ATimeoutAndReadinessTogetherWakeOnce) {
  ExpectPassesEverySeed([] {
    Pipe pipe;
    Atomic written;
    Thread writer([&] {
      SleepFor(kMs);
      detsim_descriptor(DETSIM_DESCRIPTOR_OUTPUT);
      SIM_CHECK(write(pipe.out(), "x", 1) == 1);
      for (int i = 0; i < 5; ++i) written.Store(i);
    });
    pollfd entry = {pipe.in(), POLLIN, 0};
    SIM_CHECK(poll(&entry, 1, 1) >= 0);
    uint64_t start = detsim_now(DETSIM_CLOCK_STEADY);
    SleepFor(1000 * kMs);
    SIM_CHECK(detsim_now(DETSIM_CLOCK_STEADY) - start >= 1000 * kMs);
    writer.Join();
  });
}

TEST(ReadinessTest, SelectSaysWhichIsReady) {
  ExpectPassesEverySeed([] {
    Pipe silent, speaking;
    Thread writer([&] {
      SleepFor(kMs);
      SIM_CHECK(write(speaking.out(), "x", 1) == 1);
    });
    fd_set set;
    FD_ZERO(&set);
    FD_SET(silent.in(), &set);
    FD_SET(speaking.in(), &set);
    int count = std::max(silent.in(), speaking.in()) + 1;
    SIM_CHECK(select(count, &set, nullptr, nullptr, nullptr) == 1);
    SIM_CHECK(FD_ISSET(speaking.in(), &set) && !FD_ISSET(silent.in(), &set));
    writer.Join();
  });
}

}  // namespace
}  // namespace detsim::runtime
