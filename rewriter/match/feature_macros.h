// Macros that change what system headers declare, which must therefore be
// defined before the first of them: _GNU_SOURCE and relatives.
#ifndef DETSIM_REWRITER_MATCH_FEATURE_MACROS_H_
#define DETSIM_REWRITER_MATCH_FEATURE_MACROS_H_

#include <string_view>

namespace detsim::rewriter {

bool IsFeatureMacro(std::string_view name);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_MATCH_FEATURE_MACROS_H_
