// Names for the objects of a trace, taken from the program's symbols and from
// the source text of what is done to them (object_names.h). No name enters a
// failure's identity or a trace hash.
#ifndef DETSIM_CMD_LIB_TRACE_NAMES_H_
#define DETSIM_CMD_LIB_TRACE_NAMES_H_

#include "cmd/lib/failure_text.h"
#include "runtime/trace/run_result.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// Gives the objects that `trace` lists, of the run `result`, their names. An
// object that neither shows keeps an empty one.
void NameObjects(const runtime::RunResult& result, const ProgramPlaces& places,
                 runtime::Trace* trace);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_NAMES_H_
