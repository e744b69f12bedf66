// What a sweep learns from a run: profile and observation to profile.
#ifndef DETSIM_RUNTIME_EXPLORE_LEARN_H_
#define DETSIM_RUNTIME_EXPLORE_LEARN_H_

#include "runtime/choice/profile.h"
#include "runtime/trace/run_result.h"

namespace detsim::runtime {

// Adds what `run` has shown; true if some of it was not known yet. The order of
// runs matters; what else there is to know of a run (its time, its process)
// does not.
bool Learn(const RunResult& run, Profile* profile);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_EXPLORE_LEARN_H_
