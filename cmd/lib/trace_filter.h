// What a person calls a thread or an object of a trace, found in it.
#ifndef DETSIM_CMD_LIB_TRACE_FILTER_H_
#define DETSIM_CMD_LIB_TRACE_FILTER_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "runtime/trace/trace_file.h"

namespace detsim::cmd {

// "main", "T2" or the name that the program gave it. InvalidArgument with the
// threads that there are.
absl::StatusOr<uint32_t> FindThread(const runtime::Trace& trace,
                                    const std::string& name);

// "3", "#3", "mutex #3" or the only one of a name. InvalidArgument with some
// that there are.
absl::StatusOr<uint32_t> FindObject(const runtime::Trace& trace,
                                    const std::string& name);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_TRACE_FILTER_H_
