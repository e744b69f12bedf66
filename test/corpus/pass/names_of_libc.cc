// expect: passed
// trials: 200
//
// Variables with names of functions that the runtime has in the place of the C
// library's: the program's own, since it does not include their headers.
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

bool send = true;
bool recv = false;

namespace {

std::mutex mutex;

TEST(NamesOfLibc, AreTheProgramsOwn) {
  std::thread sender([] {
    std::lock_guard<std::mutex> lock(mutex);
    send = false;
    recv = true;
  });
  std::thread receiver([] {
    std::lock_guard<std::mutex> lock(mutex);
    EXPECT_NE(send, recv);
  });
  sender.join();
  receiver.join();
  EXPECT_TRUE(recv);
}

}  // namespace
