// Precompiled headers: what is in one cannot be rewritten, its text can.
#ifndef DETSIM_REWRITER_PRECOMPILED_H_
#define DETSIM_REWRITER_PRECOMPILED_H_

#include <string>

namespace detsim::rewriter {

// The header that the file at `path` was made from, absolute; empty if that is
// no precompiled header of Clang's.
std::string PrecompiledSource(const std::string& path);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_PRECOMPILED_H_
