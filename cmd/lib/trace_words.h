// The words for single steps of a trace: what an event is called, what an
// unusual choice means, and the text of the source line it belongs to. Shared
// by everything that shows a trace to a person.
#ifndef DETSIM_CMD_LIB_TRACE_WORDS_H_
#define DETSIM_CMD_LIB_TRACE_WORDS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cmd/lib/trace_links.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// Lines of the user's files, read when first asked for.
class SourceLines {
 public:
  // Without indentation; empty if the file or the line is not there.
  std::string Line(const std::string& file, uint32_t line);

  // As it is; empty if the file or the line is not there.
  const std::string& WholeLine(const std::string& file, uint32_t line);

  // All lines of a file as they are; empty if it cannot be read.
  const std::vector<std::string>& Lines(const std::string& file);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

// Something unusual was chosen; the operation itself has its own event.
bool IsChoice(const runtime::TraceEvent& event);

// A choice that gave the processor to another thread.
bool IsSwitch(const runtime::TraceEvent& event);

// Says how the operation before it went on: it blocked, was woken, timed out.
bool IsMark(const runtime::TraceEvent& event);

// Locks of the test framework and the standard library: steps that nobody
// wrote and nobody asked about.
bool IsNoise(const runtime::Trace& trace, const runtime::TraceEvent& event);

// The value that an atomic operation read or wrote: "-1", "address #2"; empty
// if it is not known. Numbers are signed. Nothing tells the bits of a
// floating-point number from an integer.
std::string ReadText(const runtime::TraceEvent& event);
std::string WrittenText(const runtime::TraceEvent& event);

// "lock mutex #3", "spawn T2", "load atomic #2, reads 1". Of a choice: the
// operation that was next. `writer` is the event that wrote what this one
// reads, kNoEvent if that is not to be said.
std::string OperationText(const runtime::Trace& trace,
                          const runtime::TraceEvent& event,
                          size_t writer = kNoEvent);

// What was chosen instead of the usual: "PREEMPTED: T2 runs instead".
std::string ChoiceText(const runtime::Trace& trace, size_t event);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_WORDS_H_
