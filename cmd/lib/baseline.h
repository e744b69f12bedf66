// --strict: what detsim does not control is a failure, unless a baseline file
// accepts it. The same file accepts failures that are known. A project starts
// with all that is known in there, and nothing new gets in.
//
// A baseline is a text file: a line for each accepted thing, '#' begins a
// comment. Lines have no line numbers, so that an edit elsewhere in a file does
// not disturb them; two equal things need two lines.
#ifndef DETSIM_CMD_LIB_BASELINE_H_
#define DETSIM_CMD_LIB_BASELINE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cmd/lib/sweep_report.h"

namespace detsim::cmd {

struct StrictOptions {
  bool strict = false;
  std::string baseline;  // A file; empty: nothing is accepted.
  bool write = false;    // Write what there is now to `baseline`, accept it.
};

// The lines that stand for what `report` has uncontrolled: places that the
// rewriter left, and calls that escaped. Sorted. Tests that are uncontrolled as
// a whole are not among them: what is said about them cannot be trusted, so
// they are never accepted.
std::vector<std::string> UncontrolledLines(const SweepReport& report);

// The lines of a baseline's text. InvalidArgument for something else.
absl::StatusOr<std::vector<std::string>> ParseBaseline(std::string_view text);
std::string BaselineText(const std::vector<std::string>& lines);

// "failure: PROGRAM: TEST: KIND: PLACE: MESSAGE", as far as they are there, for
// each failure, its identity without line numbers. One that does not repeat is
// never accepted.
std::vector<std::string> KnownFailureLines(const SweepReport& report);

// Fills `report->strict` and marks what is accepted. `lines` are the
// baseline's.
void ApplyBaseline(std::vector<std::string> lines, SweepReport* report);

// The baseline's lines, before a sweep that would be in vain. Nothing when
// there is none (yet, if it is to be written). InvalidArgument when it cannot
// be read.
absl::StatusOr<std::vector<std::string>> ReadBaseline(
    const StrictOptions& options);

// After the sweep, with those lines: writes the file if asked (lines about
// tests that did not run stay in it, and failures that did not show: they may
// be rare) and applies it. Does nothing without
// `strict`.
absl::Status JudgeStrictly(const StrictOptions& options,
                           std::vector<std::string> lines, SweepReport* report);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_BASELINE_H_
