#include "runtime/worker/terminate.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace detsim::runtime {

void DescribeCurrentException(FixedText<512>* message) {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) {
    *message << "std::terminate was called without an exception";
    return;
  }
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  *message << "uncaught " << (name != nullptr ? name : type->name());
  free(name);
  try {
    throw;
  } catch (const std::exception& e) {
    *message << ": " << e.what();
  } catch (...) {
    // Not derived from std::exception: its type has to do.
  }
}

}  // namespace detsim::runtime
