/* Rewritten code is given shims inline; precompiled code is given the same
 * functions under the names that it calls. A row says which.
 *
 * They are in a section of their own, by which the runtime knows that a call
 * comes through one of them: the place in the program is then one frame up. */
#ifndef DETSIM_RUNTIME_OWN_LIBS_FORWARD_H_
#define DETSIM_RUNTIME_OWN_LIBS_FORWARD_H_

#define DETSIM_LIBRARY_CALL \
  __attribute__((visibility("default"), section("detsim_library_calls")))

/* `name` does what `shim` does. */
#define DETSIM_FORWARD_TO(shim, type, name, parameters, arguments) \
  DETSIM_LIBRARY_CALL type name parameters { return shim arguments; }

/* `name` does what detsim_`name` does. */
#define DETSIM_FORWARD(type, name, parameters, arguments) \
  DETSIM_FORWARD_TO(detsim_##name, type, name, parameters, arguments)

#endif /* DETSIM_RUNTIME_OWN_LIBS_FORWARD_H_ */
