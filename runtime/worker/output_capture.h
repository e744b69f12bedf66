// stdout and stderr of the program under test, kept in memory per run.
#ifndef DETSIM_RUNTIME_WORKER_OUTPUT_CAPTURE_H_
#define DETSIM_RUNTIME_WORKER_OUTPUT_CAPTURE_H_

#include <string_view>

namespace detsim::runtime {

// Sends file descriptors 1 and 2 to memory. Once per child.
void RedirectOutput();
// What is written from now on belongs to the next run.
void StartCapture();
// The last 64 KiB written since. Valid until the next call.
std::string_view CapturedOutput();

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_WORKER_OUTPUT_CAPTURE_H_
