// The golden pairs: NAME.in.EXT is rewritten to NAME.out.EXT with the report
// NAME.diag. Found by listing the folder, sorted.
#ifndef DETSIM_TEST_REWRITER_GOLDEN_H_
#define DETSIM_TEST_REWRITER_GOLDEN_H_

#include <ostream>
#include <string>
#include <vector>

#include "rewriter/unit.h"

namespace detsim::rewriter {

struct Golden {
  std::string name;   // "macros"
  std::string input;  // absolute path of NAME.in.EXT
  std::string output;
  std::string diagnostics;
  bool is_c = false;

  friend void PrintTo(const Golden& golden, std::ostream* out) {
    *out << golden.name;
  }
};

std::vector<Golden> Goldens();

// The command that compiles the golden's input: the file's own
// "// flags: ..." line, or the default standard of its language.
std::vector<std::string> CompileCommand(const Golden& golden);

// The pass over one golden, with its folder as the scope, and libraries of the
// system by themselves.
UnitResult RewriteGolden(const Golden& golden);

// The rewritten text of the unit's own file, and the report lines of all.
std::string RewrittenText(const UnitResult& result);
std::string DiagnosticLines(const UnitResult& result);

}  // namespace detsim::rewriter

#endif  // DETSIM_TEST_REWRITER_GOLDEN_H_
