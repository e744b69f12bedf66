#include "rewriter/command_line.h"

#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Options/Options.h"
#else
#include "clang/Driver/Options.h"
#endif
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace detsim::rewriter {
namespace {

#if CLANG_VERSION_MAJOR >= 22
namespace options = clang::options;
const llvm::opt::OptTable& OptionTable() { return clang::getDriverOptTable(); }
#else
namespace options = clang::driver::options;
const llvm::opt::OptTable& OptionTable() {
  return clang::driver::getDriverOptTable();
}
#endif

CompilerOption Convert(const llvm::opt::Arg& argument) {
  CompilerOption option;
  const unsigned id = argument.getOption().getID();
  if (id == options::OPT_INPUT) {
    option.kind = CompilerOption::Kind::kInput;
  } else if (id == options::OPT_UNKNOWN) {
    option.kind = CompilerOption::Kind::kUnknown;
  } else {
    option.name = argument.getOption().getPrefixedName().str();
  }
  for (const char* value : argument.getValues())
    option.values.emplace_back(value);
  return option;
}

}  // namespace

std::vector<CompilerOption> ParseCommandLine(
    const std::vector<std::string>& arguments) {
  std::vector<const char*> words;
  words.reserve(arguments.size());
  for (const std::string& argument : arguments)
    words.push_back(argument.c_str());
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  const llvm::opt::InputArgList list =
      OptionTable().ParseArgs(words, missing_index, missing_count,
                              llvm::opt::Visibility(options::ClangOption));
  std::vector<CompilerOption> result;
  std::vector<unsigned> begins;
  for (const llvm::opt::Arg* argument : list) {
    result.push_back(Convert(*argument));
    begins.push_back(argument->getIndex());
  }
  begins.push_back(static_cast<unsigned>(arguments.size()));
  for (size_t i = 0; i < result.size(); ++i)
    result[i].words.assign(arguments.begin() + begins[i],
                           arguments.begin() + begins[i + 1]);
  return result;
}

}  // namespace detsim::rewriter
