// Every row of the symbol table is true: the shim header exists and declares
// the replacement, in C too where the row is C's.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rewriter/output/files.h"
#include "rewriter/symbols.h"

namespace detsim::rewriter {
namespace {

std::string ScratchDirectory(const std::string& name) {
  const std::string path = absl::StrCat(testing::TempDir(), "/detsim-", name);
  std::filesystem::create_directories(path);
  return path;
}

// 0 if the compiler accepts it; the compiler's words go to the test's output.
int Compile(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back("'" + word + "'");
  return std::system(absl::StrJoin(quoted, " ").c_str());
}

std::string MustBeDefined(const Symbol& macro) {
  const std::string name(macro.replacement);
  return absl::StrCat("#ifndef ", name, "\n#error ", name,
                      " is not defined\n#endif\n");
}

// A use of every row. Typedefs and functions of C++20 exist from that standard
// on only, which is why the program is compiled as C++20.
std::string ProgramOverSymbols() {
  std::string includes;
  std::string uses = "namespace uses {\n";
  int number = 0;
  for (const Symbol& symbol : Symbols()) {
    absl::StrAppend(&includes, "#include \"", std::string(symbol.header),
                    "\"\n");
    if (symbol.kind == SymbolKind::kMacro) {
      absl::StrAppend(&uses, MustBeDefined(symbol));
    } else if (symbol.kind == SymbolKind::kCFunction) {
      absl::StrAppend(&uses, "auto* c_function_", number++, " = &",
                      std::string(symbol.replacement), ";\n");
    } else {
      absl::StrAppend(&uses, "namespace n", number++, " { using ",
                      std::string(symbol.replacement), "; }\n");
    }
  }
  return includes + uses + "}\n";
}

TEST(SymbolsCompileTest, EveryRowIsDeclaredByItsHeader) {
  const std::string file = ScratchDirectory("symbols") + "/symbols.cc";
  ASSERT_TRUE(WriteFile(file, ProgramOverSymbols()).ok());
  EXPECT_EQ(
      Compile({DETSIM_CLANG_BINARY_DIR "/clang++", "-std=c++20",
               "-fsyntax-only", "-I" DETSIM_RESOURCE_DIR "/include", file}),
      0);
}

TEST(SymbolsCompileTest, CRowsAreDeclaredInC) {
  std::string program;
  int number = 0;
  for (const Symbol& symbol : Symbols()) {
    if (symbol.kind == SymbolKind::kMacro) {
      absl::StrAppend(&program, "#include \"", std::string(symbol.header),
                      "\"\n", MustBeDefined(symbol));
    }
    if (symbol.kind != SymbolKind::kCFunction) continue;
    absl::StrAppend(&program, "#include \"", std::string(symbol.header),
                    "\"\nvoid* use", number++, "(void) { return (void*)&",
                    std::string(symbol.replacement), "; }\n");
  }
  const std::string file = ScratchDirectory("symbols") + "/symbols.c";
  ASSERT_TRUE(WriteFile(file, program).ok());
  // Some names exist with this macro only, in glibc as in the shims.
  EXPECT_EQ(
      Compile({DETSIM_CLANG_BINARY_DIR "/clang", "-std=c11", "-D_GNU_SOURCE",
               "-fsyntax-only", "-I" DETSIM_RESOURCE_DIR "/include", file}),
      0);
}

}  // namespace
}  // namespace detsim::rewriter
