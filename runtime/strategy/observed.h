// A choice source around another one: it lets that one draw, tells the
// behaviour watcher what happens, and may replay first: the start of an
// earlier run, so that this one branches off where the earlier one did
// something new, or all of it but for one stream, which is drawn afresh.
#ifndef DETSIM_RUNTIME_STRATEGY_OBSERVED_H_
#define DETSIM_RUNTIME_STRATEGY_OBSERVED_H_

#include "runtime/choice/behaviour.h"
#include "runtime/choice/choice_source.h"

namespace detsim::runtime {

// `inner`, observed. Runs tell where marks that are not in `known` show. There
// is one such source: what it returned before wraps `inner` now.
ChoiceSource& Observed(ChoiceSource* inner, const Behaviour& known);

}  // namespace detsim::runtime

#endif  // DETSIM_RUNTIME_STRATEGY_OBSERVED_H_
