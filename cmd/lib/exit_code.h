// The exit codes of every command, and the errors that lead to them.
#ifndef DETSIM_CMD_LIB_EXIT_CODE_H_
#define DETSIM_CMD_LIB_EXIT_CODE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace detsim::cmd {

enum ExitCode : int {
  kExitOk = 0,
  kExitFailureFound = 1,
  kExitUsage = 2,      // Or unreadable input, or nothing to run.
  kExitBuild = 3,      // Not configured, rewritten or built.
  kExitUntrusted = 4,  // Nondeterminism, or something escaped control.
  kExitInterrupted = 130,
};

// Errors by the exit code they lead to.
inline absl::Status UsageError(const std::string& message) {
  return absl::InvalidArgumentError(message);
}
inline absl::Status BuildError(const std::string& message) {
  return absl::FailedPreconditionError(message);
}
inline absl::Status UntrustedError(const std::string& message) {
  return absl::DataLossError(message);
}
inline absl::Status InterruptedError() {
  return absl::CancelledError("interrupted");
}

inline ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return kExitOk;
    case absl::StatusCode::kFailedPrecondition:
      return kExitBuild;
    case absl::StatusCode::kDataLoss:
      return kExitUntrusted;
    case absl::StatusCode::kCancelled:
      return kExitInterrupted;
    default:
      return kExitUsage;
  }
}

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_EXIT_CODE_H_
