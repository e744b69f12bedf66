// Which accesses need no look, since the answer is known.
#ifndef DETSIM_INSTRUMENT_CHECKS_H_
#define DETSIM_INSTRUMENT_CHECKS_H_

#include <set>

#include "llvm/IR/Value.h"

namespace detsim::instrument {

// What kind of memory an address is for certain in.
enum class Place {
  kUnknown,
  kStack,   // the running function's: never freed, no sign of progress
  kStatic,  // a global variable's: never freed
};
Place PlaceOf(const llvm::Value* address);

// The objects that a segment has looked at. Two addresses that differ by a
// constant within one object (inbounds) are freed together.
class CheckedObjects {
 public:
  // False if the object has been added before.
  bool Add(const llvm::Value* address);

 private:
  std::set<const llvm::Value*> objects_;
};

}  // namespace detsim::instrument

#endif  // DETSIM_INSTRUMENT_CHECKS_H_
