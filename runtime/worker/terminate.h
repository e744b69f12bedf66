// What is known of the exception that nobody caught. The one file of the
// runtime that is compiled with exceptions.
#ifndef DETSIM_RUNTIME_WORKER_TERMINATE_H_
#define DETSIM_RUNTIME_WORKER_TERMINATE_H_

#include "runtime/base/text.h"

namespace detsim::runtime {

// "uncaught std::runtime_error: what()", "uncaught int", or "std::terminate
// was called". For use in a terminate handler.
void DescribeCurrentException(FixedText<512>* message);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_TERMINATE_H_
