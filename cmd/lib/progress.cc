#include "cmd/lib/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace detsim::cmd {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kTerminalInterval = std::chrono::milliseconds(100);
constexpr auto kPlainInterval = std::chrono::seconds(5);

}  // namespace

bool WantsColor(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  return isatty(fd) != 0;
}

Progress::Progress()
    : terminal_(isatty(STDERR_FILENO) != 0), last_(Clock::now()) {
  const char* term = std::getenv("TERM");
  if (term != nullptr && std::strcmp(term, "dumb") == 0) terminal_ = false;
  winsize size = {};
  if (terminal_ && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 20)
    columns_ = size.ws_col;
}

void Progress::Update(const std::string& line) {
  std::lock_guard<std::mutex> lock(mutex_);
  Clock::time_point now = Clock::now();
  bool due = now - last_ >= (terminal_ ? Clock::duration(kTerminalInterval)
                                       : Clock::duration(kPlainInterval));
  if (!due) return;
  last_ = now;
  if (!terminal_) {
    std::fprintf(stderr, "%s\n", line.c_str());
    return;
  }
  std::fprintf(stderr, "\r\033[K%s", line.substr(0, columns_ - 1).c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::Print(const std::string& line) {
  std::lock_guard<std::mutex> lock(mutex_);
  ClearLocked();
  std::fprintf(stderr, "%s\n", line.c_str());
}

void Progress::Clear() {
  std::lock_guard<std::mutex> lock(mutex_);
  ClearLocked();
}

void Progress::ClearLocked() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace detsim::cmd
