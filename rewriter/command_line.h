// A compiler's command line cut into options with their values, by Clang's
// own option table: nothing else knows which options take a second word.
#ifndef DETSIM_REWRITER_COMMAND_LINE_H_
#define DETSIM_REWRITER_COMMAND_LINE_H_

#include <string>
#include <vector>

namespace detsim::rewriter {

struct CompilerOption {
  enum class Kind {
    kInput,    // a file (or "-")
    kOption,   // known to Clang
    kUnknown,  // GCC's, for instance
  };
  Kind kind = Kind::kOption;
  // As Clang spells it, without the value and with aliases resolved: "-o",
  // "-O", "-std=". Empty for inputs and unknown options.
  std::string name;
  std::vector<std::string> values;
  // As written: one word or more.
  std::vector<std::string> words;
};

// `arguments` without the compiler itself. The options' words, one after the
// other, are the arguments again.
std::vector<CompilerOption> ParseCommandLine(
    const std::vector<std::string>& arguments);

}  // namespace detsim::rewriter

#endif  // DETSIM_REWRITER_COMMAND_LINE_H_
