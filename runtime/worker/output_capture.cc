#include "runtime/worker/output_capture.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/base/check.h"
#include "runtime/base/mapped_array.h"

namespace detsim::runtime {
namespace {

constexpr off_t kKeptMax = 64 * 1024;
// The file is emptied between runs when it has grown past this.
constexpr off_t kFileMax = 1 << 20;

char kept[kKeptMax];
int capture_fd = -1;
MappedArray<off_t> run_start;  // Of one element; outlives the runs.

}  // namespace

void RedirectOutput() {
  run_start.Map(1);
  int fd = memfd_create("detsim-output", 0);
  DETSIM_CHECK(fd >= 0);
  // Far from the small numbers that the program under test will be given.
  capture_fd = fcntl(fd, F_DUPFD_CLOEXEC, 500);
  if (capture_fd < 0) capture_fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  DETSIM_CHECK(capture_fd >= 0);
  DETSIM_CHECK(fcntl(capture_fd, F_SETFL, O_APPEND) == 0);
  dup2(capture_fd, STDOUT_FILENO);
  dup2(capture_fd, STDERR_FILENO);
  close(fd);
}

void StartCapture() {
  fflush(stdout);
  off_t start = lseek(capture_fd, 0, SEEK_END);
  if (start > kFileMax && ftruncate(capture_fd, 0) == 0) start = 0;
  run_start[0] = start;
}

std::string_view CapturedOutput() {
  fflush(stdout);
  off_t end = lseek(capture_fd, 0, SEEK_END);
  off_t begin = std::max(run_start[0], end - kKeptMax);
  ssize_t size =
      pread(capture_fd, kept, static_cast<size_t>(end - begin), begin);
  return {kept, static_cast<size_t>(std::max<ssize_t>(size, 0))};
}

}  // namespace detsim::runtime
