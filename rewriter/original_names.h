// From what names were rewritten to back to what the user wrote: assertions
// quote the rewritten source, and symbols carry its types.
#ifndef DETSIM_REWRITER_ORIGINAL_NAMES_H_
#define DETSIM_REWRITER_ORIGINAL_NAMES_H_

#include <string>
#include <string_view>

namespace detsim::rewriter {

// `text` with "std::mutex" for "detsim::mutex", "time" for "detsim_time": every
// name that is a replacement of the table, or begins with one.
std::string WithOriginalNames(std::string_view text);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_ORIGINAL_NAMES_H_
