#include "runtime/base/check.h"

#include <stdlib.h>
#include <unistd.h>

#include "runtime/base/text.h"

namespace detsim::runtime {

void (*check_failure_hook)(const char* text) = nullptr;

void CheckFailed(const char* file, int line, const char* text) {
  FixedText<512> message;
  message << "detsim: internal error: " << file << ":" << line << ": " << text
          << "\n";
  [[maybe_unused]] ssize_t ignored =
      write(STDERR_FILENO, message.c_str(), message.size());
  if (check_failure_hook != nullptr) check_failure_hook(message.c_str());
  abort();
}

}  // namespace detsim::runtime
