#include "cmd/lib/process_tree.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace detsim::cmd {
namespace {

// A pipe that all processes of a test hold: it ends when they all have.
class ProcessTreeTest : public testing::Test {
 protected:
  ProcessTreeTest() { EXPECT_EQ(pipe(pipe_), 0); }
  ~ProcessTreeTest() override { close(pipe_[0]); }

  // Forks; the child says that it is there, calls `body` and stays.
  template <typename Body>
  static pid_t Start(int said, Body body) {
    pid_t pid = fork();
    if (pid != 0) return pid;
    body();
    [[maybe_unused]] ssize_t size = write(said, "x", 1);
    while (true) pause();
  }

  void WaitFor(int processes) {
    char text;
    for (int i = 0; i < processes; ++i) ASSERT_EQ(read(pipe_[0], &text, 1), 1);
  }
  // Blocks for ever, and the test runs into its time limit, if one lives on.
  void ExpectAllEnded() {
    close(pipe_[1]);
    char text;
    EXPECT_EQ(read(pipe_[0], &text, 1), 0);
  }

  int pipe_[2];
};

TEST_F(ProcessTreeTest, DescendantsInOtherSessionsEndToo) {
  pid_t root = Start(pipe_[1], [this] {
    Start(pipe_[1], [this] {
      setsid();
      Start(pipe_[1], [] { setsid(); });
    });
  });
  WaitFor(3);
  KillProcessTree(root, "DETSIM_TEST_VARIABLE=none");
  EXPECT_EQ(waitpid(root, nullptr, 0), root);
  ExpectAllEnded();
}

TEST_F(ProcessTreeTest, OrphansAreKnownByTheirEnvironment) {
  pid_t root = fork();
  if (root == 0) {
    if (fork() == 0) {
      setsid();
      dup2(pipe_[1], STDOUT_FILENO);
      const char* environment[] = {"A=b", "DETSIM_TEST_VARIABLE=mine", nullptr};
      execle("/bin/sh", "sh", "-c", "printf x; exec sleep 86400", nullptr,
             environment);
    }
    _exit(0);
  }
  EXPECT_EQ(waitpid(root, nullptr, 0), root);
  WaitFor(1);
  KillProcessTree(0, "DETSIM_TEST_VARIABLE=mine");
  ExpectAllEnded();
}

TEST_F(ProcessTreeTest, OthersStay) {
  pid_t other = Start(pipe_[1], [] {});
  pid_t root = Start(pipe_[1], [] {});
  WaitFor(2);
  KillProcessTree(root, "DETSIM_TEST_VARIABLE=none");
  EXPECT_EQ(waitpid(root, nullptr, 0), root);
  EXPECT_EQ(waitpid(other, nullptr, WNOHANG), 0);
  kill(other, SIGKILL);
  EXPECT_EQ(waitpid(other, nullptr, 0), other);
}

}  // namespace
}  // namespace detsim::cmd
