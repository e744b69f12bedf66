#include "test/rewriter/golden.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "rewriter/output/apply_edits.h"
#include "rewriter/output/files.h"
#include "rewriter/rewrite_unit.h"

namespace detsim::rewriter {

namespace fs = std::filesystem;

std::vector<Golden> Goldens() {
  std::vector<Golden> goldens;
  for (const auto& entry : fs::directory_iterator(DETSIM_GOLDEN_DIR)) {
    const std::string path = entry.path().string();
    const std::string extension = entry.path().extension().string();
    const std::string stem = entry.path().stem().string();
    if (!stem.ends_with(".in")) continue;
    const std::string name = stem.substr(0, stem.size() - 3);
    const std::string base = absl::StrCat(DETSIM_GOLDEN_DIR, "/", name);
    goldens.push_back({.name = name,
                       .input = path,
                       .output = absl::StrCat(base, ".out", extension),
                       .diagnostics = base + ".diag",
                       .is_c = extension == ".c"});
  }
  std::ranges::sort(goldens, {}, &Golden::name);
  return goldens;
}

std::vector<std::string> CompileCommand(const Golden& golden) {
  std::vector<std::string> command = {DETSIM_CLANG_BINARY_DIR "/clang",
                                      golden.is_c ? "-std=c11" : "-std=c++17"};
  if (!golden.is_c) command.insert(command.begin() + 1, "--driver-mode=g++");
  absl::StatusOr<std::string> text = ReadFile(golden.input);
  std::istringstream lines(text.ok() ? *text : "");
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kMark = "// flags: ";
    if (!line.starts_with(kMark)) continue;
    std::istringstream flags(line.substr(kMark.size()));
    for (std::string flag; flags >> flag;) command.push_back(flag);
  }
  command.push_back("-c");
  command.push_back(golden.input);
  return command;
}

UnitResult RewriteGolden(const Golden& golden) {
  return RewriteUnit({.directory = DETSIM_GOLDEN_DIR,
                      .file = golden.input,
                      .arguments = CompileCommand(golden)},
                     {.directories = {DETSIM_GOLDEN_DIR},
                      .exclude = {},
                      .with_libraries = true});
}

std::string RewrittenText(const UnitResult& result) {
  const auto own =
      std::ranges::find(result.files, result.file, &FileEdits::path);
  return own == result.files.end() ? "" : ApplyEdits(*own);
}

std::string DiagnosticLines(const UnitResult& result) {
  std::string lines;
  for (const std::string& error : result.errors)
    absl::StrAppend(&lines, "error: ", error, "\n");
  for (const Note& note : result.notes) {
    if (note.file != result.file) absl::StrAppend(&lines, note.file, ":");
    absl::StrAppend(&lines, note.line, ":", note.column, ": ", note.id, ": ",
                    note.message, "\n");
  }
  for (const std::string& macro : result.feature_macros)
    absl::StrAppend(&lines, "feature macro: ", macro, "\n");
  return lines;
}

}  // namespace detsim::rewriter
