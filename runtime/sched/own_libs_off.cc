#include "runtime/sched/own_libs.h"

namespace detsim::runtime {

constinit const bool own_libs = false;
constinit const CodeRange library_calls = {0, 0};

}  // namespace detsim::runtime
