// A failure in words, and the places of the program that it happened in.
#ifndef DETSIM_CMD_LIB_FAILURE_TEXT_H_
#define DETSIM_CMD_LIB_FAILURE_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cmd/lib/module_map.h"
#include "cmd/lib/symbolizer.h"
#include "runtime/choice/verdict.h"
#include "runtime/trace/run_result.h"

namespace detsim::cmd {

// Places of one program. The module map is filled once its first worker lives.
struct ProgramPlaces {
  std::string project;  // Places are shown relative to it.
  ModuleMap modules;
  Symbolizer* symbolizer = nullptr;

  SourcePlace Of(uint64_t return_address) const {
    return symbolizer->UserPlace(modules, return_address);
  }
  // The same for what may be in a precompiled library: then that is the file,
  // and the line is 0.
  SourcePlace OfCall(uint64_t return_address) const;
  // The same for what may be in a function of a library that was compiled into
  // the program: then it is where the user's code called that, by way of
  // `callers`, innermost first.
  SourcePlace OfCall(uint64_t return_address,
                     std::span<const uint64_t> callers) const;
  // Where a thread is that has announced something and has not gone on: its
  // stack has the callers.
  SourcePlace OfPending(const runtime::ThreadReport& thread) const;
  // "src/queue.cc:41"; empty if unknown.
  std::string Text(const SourcePlace& place) const;
};

struct FailureText {
  runtime::Verdict kind = runtime::Verdict::kPassed;
  std::string message;   // May have several lines.
  SourcePlace place;     // Empty file: unknown.
  std::string location;  // `place` as text.
  // Of a data race: where the earlier access was, what was accessed, both
  // stacks, and what else may order the two (mostly empty).
  std::string other;
  std::string object;
  std::vector<std::string> lines;
  std::string unproven;
};

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_FAILURE_TEXT_H_
