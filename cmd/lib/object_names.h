// The names that the user gave to mutexes, atomics and so on, from the source
// text of their operations: the program itself does not know them.
#ifndef DETSIM_CMD_LIB_OBJECT_NAMES_H_
#define DETSIM_CMD_LIB_OBJECT_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace detsim::cmd {

// Who called the runtime for an operation on an object.
enum class OperationCaller {
  kMember,  // A member function of the object, or an operator of its type.
  kOther,   // Something that was given the object: a lock_guard, a function.
};

// The name of the object of the operation at `column` (from 1) of `line`, as
// Clang places calls: a member function at its own name, an operator at its
// sign or at the start of its expression, a variable that is made at its name,
// any other call at its start. "closed_" of "if (q->closed_.load())" at 15,
// "mu" of "std::lock_guard<std::mutex> lock(p->mu);" at 29. Empty if the text
// does not show it.
std::string ObjectNameAt(std::string_view line, uint32_t column,
                         OperationCaller caller);

// Whether `function`, demangled, is of detsim's own types. A template's name
// begins with what it returns: "void detsim::condition_variable::wait<...>(".
bool IsOfDetsim(std::string_view function);

}  // namespace detsim::cmd

#endif  // DETSIM_CMD_LIB_OBJECT_NAMES_H_
