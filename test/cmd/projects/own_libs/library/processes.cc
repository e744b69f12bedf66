#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "surface.h"

// Other programs, and forked children, read real clocks.
std::string ChildProcesses() {
  CHECK(OnThreads(1, [](int) {
    if (system("date > /dev/null") != 0) return false;
    FILE* pipe = popen("date +%Y", "r");
    int year = 0;
    const bool read = fscanf(pipe, "%d", &year) == 1;
    if (pclose(pipe) != 0 || !read || year < 2000) return false;
    const pid_t pid = fork();
    if (pid == 0) {
      execlp("date", "date", "+", nullptr);
      _exit(1);
    }
    int status = -1;
    return waitpid(pid, &status, 0) == pid && status == 0;
  }));
  return "";
}
