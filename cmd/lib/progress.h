// What a command says while it works, on stderr: one line that is rewritten in
// place on a terminal, a plain line now and then elsewhere.
#ifndef DETSIM_CMD_LIB_PROGRESS_H_
#define DETSIM_CMD_LIB_PROGRESS_H_

#include <chrono>
#include <mutex>
#include <string>

namespace detsim::cmd {

// Safe to call from several threads.
class Progress {
 public:
  // Asks the environment whether stderr is a terminal.
  Progress();
  ~Progress() { Clear(); }

  // Replaces the current line. Elsewhere than on a terminal it is printed only
  // if some seconds passed since the last one.
  void Update(const std::string& line);
  // A line that stays.
  void Print(const std::string& line);
  // Removes the current line, so that other output does not mix with it.
  void Clear();

 private:
  void ClearLocked();

  std::mutex mutex_;
  bool terminal_;
  size_t columns_ = 80;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

// Colours are wanted on `fd`: a terminal, and NO_COLOR is not set.
bool WantsColor(int fd);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_PROGRESS_H_
