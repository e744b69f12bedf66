// Calls on descriptors: what goes in comes out, and what is ready is said to
// be.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/un.h>

#include <string>

#include "gtest/gtest.h"
#include "test/shims/conformance/tested_posix.h"

namespace {

// Both ends of something; closed at its end.
struct Ends {
  ~Ends() {
    if (out >= 0) EXPECT_EQ(TESTED(close)(out), 0);
    if (in >= 0) EXPECT_EQ(TESTED(close)(in), 0);
  }
  int in = -1, out = -1;
};

struct Pipe : Ends {
  Pipe() {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    in = ends[0];
    out = ends[1];
  }
};

struct Sockets : Ends {
  explicit Sockets(int type) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, type, 0, ends), 0);
    in = ends[0];
    out = ends[1];
  }
};

TEST(DescriptorTest, APipeGivesWhatItWasGiven) {
  Pipe pipe;
  char text[8] = {};
  EXPECT_EQ(TESTED(write)(pipe.out, "abc", 3), 3);
  EXPECT_EQ(TESTED(read)(pipe.in, text, sizeof text), 3);
  EXPECT_STREQ(text, "abc");
}

TEST(DescriptorTest, AnErrorIsTheSystems) {
  char text[8];
  errno = 0;
  EXPECT_EQ(TESTED(read)(-1, text, sizeof text), -1);
  EXPECT_EQ(errno, EBADF);
  EXPECT_EQ(TESTED(close)(-1), -1);
  EXPECT_EQ(TESTED(accept)(-1, nullptr, nullptr), -1);
  EXPECT_EQ(TESTED(accept4)(-1, nullptr, nullptr, 0), -1);
  Pipe pipe;
  ASSERT_EQ(fcntl(pipe.in, F_SETFL, O_NONBLOCK), 0);
  EXPECT_EQ(TESTED(read)(pipe.in, text, sizeof text), -1);
  EXPECT_EQ(errno, EAGAIN);
}

TEST(DescriptorTest, VectorsAreGatheredAndScattered) {
  Pipe pipe;
  char from[] = "abcd", to[5] = {};
  const iovec given[2] = {{from, 1}, {from + 1, 3}};
  const iovec taken[2] = {{to, 2}, {to + 2, 2}};
  EXPECT_EQ(TESTED(writev)(pipe.out, given, 2), 4);
  EXPECT_EQ(TESTED(readv)(pipe.in, taken, 2), 4);
  EXPECT_STREQ(to, "abcd");
}

TEST(DescriptorTest, SocketsGiveWhatTheyWereGiven) {
  Sockets sockets(SOCK_STREAM);
  char text[8] = {};
  EXPECT_EQ(TESTED(send)(sockets.out, "ab", 2, 0), 2);
  EXPECT_EQ(TESTED(recv)(sockets.in, text, sizeof text, MSG_DONTWAIT), 2);
  EXPECT_STREQ(text, "ab");
  iovec part = {text, 1};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  EXPECT_EQ(TESTED(sendmsg)(sockets.out, &message, 0), 1);
  EXPECT_EQ(TESTED(recvmsg)(sockets.in, &message, 0), 1);
  EXPECT_EQ(TESTED(shutdown)(sockets.out, SHUT_WR), 0);
  EXPECT_EQ(TESTED(recv)(sockets.in, text, sizeof text, 0), 0);
  EXPECT_EQ(TESTED(recv)(sockets.in, text, 1, MSG_DONTWAIT | MSG_OOB), -1);
}

TEST(DescriptorTest, ADatagramIsOne) {
  Sockets sockets(SOCK_DGRAM);
  char text[8] = {};
  EXPECT_EQ(TESTED(sendto)(sockets.out, "a", 1, 0, nullptr, 0), 1);
  EXPECT_EQ(TESTED(send)(sockets.out, "bc", 2, 0), 2);
  EXPECT_EQ(
      TESTED(recvfrom)(sockets.in, text, sizeof text, 0, nullptr, nullptr), 1);
  EXPECT_EQ(TESTED(recv)(sockets.in, text, sizeof text, 0), 2);
}

TEST(DescriptorTest, AServerAcceptsItsClient) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  // In the abstract namespace: no file is left behind.
  const std::string name = "detsim descriptor test " + std::to_string(getpid());
  memcpy(address.sun_path + 1, name.data(), name.size());
  const auto* peer = reinterpret_cast<const sockaddr*>(&address);
  Ends ends;
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  ends.out = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(server, peer, sizeof address), 0);
  ASSERT_EQ(listen(server, 1), 0);
  EXPECT_EQ(TESTED(connect)(ends.out, peer, sizeof address), 0);
  ends.in = TESTED(accept)(server, nullptr, nullptr);
  EXPECT_GE(ends.in, 0);
  EXPECT_EQ(TESTED(close)(server), 0);
}

TEST(DescriptorTest, WhatIsReadyIsFound) {
  Pipe pipe;
  pollfd wanted = {pipe.in, POLLIN, 0};
  const timespec at_once = {0, 0};
  EXPECT_EQ(TESTED(poll)(&wanted, 1, 0), 0);
  ASSERT_EQ(TESTED(write)(pipe.out, "a", 1), 1);
  EXPECT_EQ(TESTED(poll)(&wanted, 1, -1), 1);
  EXPECT_EQ(wanted.revents, POLLIN);
  EXPECT_EQ(TESTED(ppoll)(&wanted, 1, &at_once, nullptr), 1);
}

TEST(DescriptorTest, SelectFindsWhatIsReady) {
  Pipe pipe;
  fd_set wanted;
  timeval at_once = {0, 0};
  const timespec no_time = {0, 0};
  FD_ZERO(&wanted);
  FD_SET(pipe.in, &wanted);
  EXPECT_EQ(TESTED(select)(pipe.in + 1, &wanted, nullptr, nullptr, &at_once),
            0);
  EXPECT_FALSE(FD_ISSET(pipe.in, &wanted));
  ASSERT_EQ(TESTED(write)(pipe.out, "a", 1), 1);
  FD_SET(pipe.in, &wanted);
  EXPECT_EQ(TESTED(select)(pipe.in + 1, &wanted, nullptr, nullptr, nullptr), 1);
  EXPECT_TRUE(FD_ISSET(pipe.in, &wanted));
  EXPECT_EQ(TESTED(pselect)(pipe.in + 1, &wanted, nullptr, nullptr, &no_time,
                            nullptr),
            1);
}

TEST(DescriptorTest, EpollTellsOfAnEvent) {
  const int counter = eventfd(0, EFD_NONBLOCK);
  const int epoll = epoll_create1(0);
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = 7;
  EXPECT_EQ(TESTED(epoll_ctl)(epoll, EPOLL_CTL_ADD, counter, &event), 0);
  EXPECT_EQ(TESTED(epoll_ctl)(epoll, EPOLL_CTL_ADD, counter, &event), -1);
  EXPECT_EQ(errno, EEXIST);
  EXPECT_EQ(TESTED(epoll_wait)(epoll, &event, 1, 0), 0);
  EXPECT_EQ(TESTED(eventfd_write)(counter, 3), 0);
  event = {};
  EXPECT_EQ(TESTED(epoll_wait)(epoll, &event, 1, -1), 1);
  EXPECT_EQ(event.data.u64, 7u);
  EXPECT_EQ(TESTED(epoll_pwait)(epoll, &event, 1, -1, nullptr), 1);
  eventfd_t value = 0;
  EXPECT_EQ(TESTED(eventfd_read)(counter, &value), 0);
  EXPECT_EQ(value, 3u);
  EXPECT_EQ(TESTED(eventfd_read)(counter, &value), -1);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_EQ(TESTED(close)(counter), 0);
  EXPECT_EQ(TESTED(close)(epoll), 0);
}

}  // namespace
