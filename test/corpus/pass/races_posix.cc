// expect: passed
// trials: 200
// flags: --races=fail
// polls: read
//
// What POSIX has to wait for others orders, and so does a pipe.
#include <gtest/gtest.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <thread>

namespace {

TEST(RacesPosix, ThreadStartAndEnd) {
  int data = 1;
  pthread_t thread;
  pthread_create(
      &thread, nullptr,
      [](void* argument) -> void* {
        ++*static_cast<int*>(argument);
        return argument;
      },
      &data);
  void* result = nullptr;
  pthread_join(thread, &result);
  EXPECT_EQ(*static_cast<int*>(result), 2);
}

TEST(RacesPosix, Barrier) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, 2);
  int data[2] = {};
  auto work = [&](int me) {
    for (int i = 0; i < 3; ++i) {
      data[me] = i;
      pthread_barrier_wait(&barrier);
      EXPECT_EQ(data[1 - me], i);
      pthread_barrier_wait(&barrier);
    }
  };
  std::thread one(work, 0);
  std::thread two(work, 1);
  one.join();
  two.join();
  pthread_barrier_destroy(&barrier);
}

TEST(RacesPosix, Semaphore) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  int data = 0;
  std::thread writer([&] {
    data = 1;
    sem_post(&semaphore);
  });
  sem_wait(&semaphore);
  EXPECT_EQ(data, 1);
  writer.join();
  sem_destroy(&semaphore);
}

TEST(RacesPosix, Once) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static int data = 0;
  auto use = [] {
    pthread_once(&once, [] { data = 7; });
    EXPECT_EQ(data, 7);
  };
  std::thread one(use);
  use();
  one.join();
}

TEST(RacesPosix, Pipe) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  int data = 0;
  std::thread writer([&] {
    data = 1;
    EXPECT_EQ(write(fds[1], "x", 1), 1);
  });
  char c = 0;
  EXPECT_EQ(read(fds[0], &c, 1), 1);
  EXPECT_EQ(data, 1);
  writer.join();
  close(fds[0]);
  close(fds[1]);
}

}  // namespace
