// expect: passed
// trials: 2000
// polls: read
//
// A line is one write, which a pipe keeps whole.
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace {

void Write(int descriptor, const std::string& text) {
  EXPECT_EQ(write(descriptor, text.data(), text.size()),
            static_cast<ssize_t>(text.size()));
}

// Two lines from two threads through one pipe.
TEST(PipeLines, ArriveWhole) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  auto send = [&](const char* name) {
    Write(ends[1], std::string(name) + "\n");
  };
  std::thread one(send, "one");
  std::thread two(send, "two");
  std::string received;
  while (received.size() < 8) {
    char data[8];
    const ssize_t size = read(ends[0], data, sizeof data);
    ASSERT_GT(size, 0);
    received.append(data, static_cast<size_t>(size));
  }
  one.join();
  two.join();
  close(ends[1]);
  char rest;
  EXPECT_EQ(read(ends[0], &rest, 1), 0);
  close(ends[0]);
  EXPECT_TRUE(received == "one\ntwo\n" || received == "two\none\n")
      << received;
}

}  // namespace
