// What a compiler command line asks for, as far as the launcher needs to know.
#ifndef DETSIM_CMD_LIB_LAUNCHER_COMMAND_H_
#define DETSIM_CMD_LIB_LAUNCHER_COMMAND_H_

#include <string>
#include <vector>

#include "rewriter/command_line.h"

namespace detsim::launcher {

enum class Job {
  kPassThrough,     // preprocess, precompile, probe, archive, ...: as it is
  kCompile,         // one or more C or C++ sources with -c
  kLink,            // objects to a program or a shared library
  kCompileAndLink,  // sources to a program or a shared library
};

struct Command {
  Job job = Job::kPassThrough;
  std::string compiler;
  bool is_cxx = false;             // a C++ driver
  std::vector<std::string> words;  // after the compiler, as given
  std::vector<rewriter::CompilerOption> options;  // response files expanded
  std::vector<std::string> sources;  // C and C++ inputs, as spelled
  std::string output;                // -o; empty when absent
  bool shared = false;               // -shared
};

// `words`: the compiler and its arguments; compiler caches before it, which
// do not know overlays, are left out. `directory`: where it runs.
Command ParseCommand(const std::vector<std::string>& words,
                     const std::string& directory);

// A command line as shells and response files split it: blanks separate,
// quotes and backslashes protect.
std::vector<std::string> SplitWords(const std::string& text);

// The dependency file that a compile of `source` writes; empty if none.
std::string DependencyFile(const Command& command, const std::string& source);

// The object of a compile of `source`: -o, or what compilers default to.
std::string ObjectFile(const Command& command, const std::string& source);

// The last value of an option, or empty.
std::string LastValue(const Command& command, const std::string& name);
bool HasOption(const Command& command, const std::string& name);

}  // namespace detsim::launcher

#endif  // DETSIM_CMD_LIB_LAUNCHER_COMMAND_H_
