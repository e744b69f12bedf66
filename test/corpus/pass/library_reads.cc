// expect: passed
// trials: 100
// polls: poll read
//
// A thread polls, and a precompiled library reads what is there: libstdc++
// here, one for TLS elsewhere. The thread makes no other call, but what the
// library reads is progress: the thread does not spin, and the time of whoever
// waits for it is not up.
#include <ext/stdio_filebuf.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace {

constexpr std::size_t kSize = 32768;
constexpr std::streamsize kPiece = 64;
constexpr int kTimeoutMs = 5000;

bool Readable(int fd) {
  pollfd entry = {fd, POLLIN, 0};
  return poll(&entry, 1, kTimeoutMs) == 1;
}

TEST(LibraryReads, AreProgress) {
  int question[2];
  int answer[2];
  ASSERT_EQ(pipe(question), 0);
  ASSERT_EQ(pipe(answer), 0);
  const std::string text(kSize, 'x');
  ASSERT_EQ(write(question[1], text.data(), text.size()),
            static_cast<ssize_t>(kSize));
  std::thread reader([&] {
    __gnu_cxx::stdio_filebuf<char> in(question[0], std::ios::in, 1);
    char piece[kPiece];
    std::size_t done = 0;
    while (done < kSize && Readable(question[0])) {
      done += static_cast<std::size_t>(in.sgetn(piece, kPiece));
    }
    EXPECT_EQ(done, kSize);
    EXPECT_EQ(write(answer[1], "!", 1), 1);
  });
  EXPECT_TRUE(Readable(answer[0]));
  reader.join();
  for (int fd : {question[1], answer[0], answer[1]}) close(fd);
}

}  // namespace
