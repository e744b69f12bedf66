// expect: passed
// trials: 1000
// polls: read write
//
// A real pipe carries requests from one thread to another and back; more than
// it holds is written at once.
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace {

class Pipe {
 public:
  Pipe() { EXPECT_EQ(pipe(ends_), 0); }
  ~Pipe() {
    close(ends_[0]);
    close(ends_[1]);
  }
  void Write(const std::string& text) {
    EXPECT_EQ(write(ends_[1], text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  std::string Read(std::size_t size) {
    std::string text(size, ' ');
    std::size_t got = 0;
    while (got < size) {
      ssize_t n = read(ends_[0], &text[got], size - got);
      if (n <= 0) break;
      got += static_cast<std::size_t>(n);
    }
    return text;
  }

 private:
  int ends_[2];
};

TEST(PipeBetweenThreads, CarriesRequests) {
  constexpr std::size_t kSize = 100'000;
  Pipe there, back;
  std::thread server([&] {
    for (int i = 0; i < 2; ++i) back.Write(there.Read(kSize));
  });
  for (char c : {'a', 'b'}) {
    there.Write(std::string(kSize, c));
    EXPECT_EQ(back.Read(kSize), std::string(kSize, c));
  }
  server.join();
}

}  // namespace
