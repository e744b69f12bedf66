// What tests do in the folder that they run in: no run may see what another
// one did there.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

namespace {

// So that there is something to decide.
void UseAThread() {
  std::mutex mutex;
  std::thread thread([&] { std::lock_guard<std::mutex> lock(mutex); });
  {
    std::lock_guard<std::mutex> lock(mutex);
  }
  thread.join();
}

std::string Read(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool Exists(const char* path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

class Files : public testing::Test {
 protected:
  Files() { UseAThread(); }
};

TEST_F(Files, Create) {
  ASSERT_FALSE(Exists("left.txt"));
  std::ofstream("left.txt") << "x";
  EXPECT_EQ(Read("left.txt"), "x");
}
TEST_F(Files, CreateInAFolder) {
  ASSERT_FALSE(Exists("sub/left.txt"));
  std::ofstream("sub/left.txt") << "x";
  EXPECT_EQ(mkdir("sub/deeper", 0700), 0);
  std::ofstream("sub/deeper/left.txt") << "x";
}
TEST_F(Files, CreateAbove) {
  ASSERT_FALSE(Exists("../left.txt"));
  std::ofstream("../left.txt") << "x";
  ASSERT_TRUE(Exists("../left.txt"));
}
TEST_F(Files, Append) {
  ASSERT_EQ(Read("given.txt"), "given\n");
  std::ofstream("given.txt", std::ios::app) << "more";
  EXPECT_EQ(Read("given.txt"), "given\nmore");
}
TEST_F(Files, AppendInAFolder) {
  ASSERT_EQ(Read("sub/inner.txt"), "given\n");
  std::ofstream("sub/inner.txt", std::ios::app) << "more";
}
TEST_F(Files, Delete) {
  ASSERT_EQ(Read("given.txt"), "given\n");
  ASSERT_EQ(unlink("given.txt"), 0);
}
TEST_F(Files, Rename) {
  ASSERT_EQ(Read("given.txt"), "given\n");
  ASSERT_EQ(rename("given.txt", "taken.txt"), 0);
  ASSERT_EQ(rename("sub", "given.txt"), 0);
}
TEST_F(Files, ChangeMode) {
  struct stat status;
  ASSERT_EQ(stat("given.txt", &status), 0);
  ASSERT_NE(status.st_mode & 0777, 0604u);
  ASSERT_EQ(chmod("given.txt", 0604), 0);
  ASSERT_EQ(chmod("sub", 0), 0);
}
TEST_F(Files, ChangeDirectory) {
  ASSERT_EQ(Read("given.txt"), "given\n");
  ASSERT_EQ(chdir("sub"), 0);
}
TEST_F(Files, RemoveTheFolderItself) {
  ASSERT_EQ(Read("given.txt"), "given\n");
  ASSERT_EQ(rename("../tests", "../gone"), 0);
}
TEST_F(Files, ReadTheProjectFromTheBuildFolder) {
  EXPECT_EQ(Read("../../top.txt"), "top\n");
  EXPECT_EQ(Read("../../tests/data/given.txt"), "given\n");
}

// Two processes in a session of their own, out of reach of a process group.
TEST(Processes, AreLeftBehind) {
  UseAThread();
  pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) execl("/bin/sleep", "sleep", "86399", "0.125", nullptr);
    execl("/bin/sleep", "sleep", "86399", "0.125", nullptr);
    _exit(1);
  }
  EXPECT_GT(child, 0);
}

}  // namespace
