// Which compiler really runs. The target is built with the Clang that the
// rewriter was built with: its instrumentation and its view of the code agree.
#ifndef DETSIM_CMD_LIB_LAUNCHER_COMPILER_H_
#define DETSIM_CMD_LIB_LAUNCHER_COMPILER_H_

#include <string>

namespace detsim::launcher {

struct CompilerChoice {
  std::string path;     // absolute
  std::string message;  // why it is not the one asked for; mostly empty
};

// `asked`: the command's compiler. `cxx`: a C++ driver is needed, whatever
// was asked for.
CompilerChoice ChooseCompiler(const std::string& asked, bool cxx);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_COMPILER_H_
