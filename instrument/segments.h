// Segments: runs of plain accesses in one basic block between which nothing
// but the program's own arithmetic, loads and stores happens. As no other
// thread can run inside one, unless at an access, its accesses are counted
// together.
#ifndef DETSIM_INSTRUMENT_SEGMENTS_H_
#define DETSIM_INSTRUMENT_SEGMENTS_H_

#include <vector>

#include "instrument/hook_calls.h"
#include "llvm/IR/Function.h"

namespace detsim::instrument {

// In the order of the block; never empty. The code from the first to the last
// may be duplicated.
using Segment = std::vector<Access>;

std::vector<Segment> FindSegments(llvm::Function& function);

}  // namespace detsim::instrument

#endif  // DETSIM_INSTRUMENT_SEGMENTS_H_
