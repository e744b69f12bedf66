// Each golden input is rewritten to exactly its golden output and report, and
// the output compiles against the shims. DETSIM_UPDATE_GOLDENS=1 writes the
// outputs anew: read the difference as code.
#include "test/rewriter/golden.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "rewriter/output/apply_edits.h"
#include "rewriter/output/files.h"
#include "rewriter/output/overlay.h"
#include "test/rewriter/scratch.h"

namespace detsim::rewriter {
namespace {

bool Updates() {
  const char* update = std::getenv("DETSIM_UPDATE_GOLDENS");
  return update != nullptr && std::string(update) == "1";
}

void ExpectContent(const std::string& path, const std::string& text) {
  if (Updates()) {
    ASSERT_TRUE(WriteFileIfChanged(path, text).ok());
    return;
  }
  absl::StatusOr<std::string> golden = ReadFile(path);
  ASSERT_TRUE(golden.ok()) << golden.status();
  EXPECT_EQ(*golden, text) << "in " << path;
}

// An overlay for the headers of libraries that came into the scope.
std::string LibraryOverlay(const UnitResult& result,
                           const ScratchDirectory& scratch) {
  std::vector<OverlayEntry> entries;
  for (const FileEdits& file : result.files) {
    if (file.edits.empty() || file.path() == result.file) continue;
    const std::string stored =
        scratch.Write(absl::StrCat("header", entries.size()), ApplyEdits(file));
    for (const std::string& name : file.names)
      entries.push_back({.name = name, .contents = stored});
  }
  return scratch.Write("overlay.yaml", *OverlayYaml(entries));
}

// The launcher's command for the rewritten text, without code generation.
std::string CompileOutput(const Golden& golden, const UnitResult& result,
                          const ScratchDirectory& scratch) {
  std::vector<std::string> command = CompileCommand(golden);
  command.back() = golden.output;
  command.insert(command.end(), {"-fsyntax-only", "-Wno-everything", "-isystem",
                                 DETSIM_RESOURCE_DIR "/include"});
  if (!result.libraries.empty()) {
    command.insert(command.end(),
                   {"-ivfsoverlay", LibraryOverlay(result, scratch)});
  }
  for (const std::string& macro : result.feature_macros)
    command.push_back(macro);
  for (const std::string& header : result.Headers())
    command.insert(command.end(), {"-include", header});
  return "'" + absl::StrJoin(command, "' '") + "'";
}

class GoldenTest : public testing::TestWithParam<Golden> {};

TEST_P(GoldenTest, IsRewrittenAsWrittenDownAndCompiles) {
  const UnitResult result = RewriteGolden(GetParam());
  EXPECT_THAT(result.errors, testing::IsEmpty());
  ExpectContent(GetParam().output, RewrittenText(result));
  ExpectContent(GetParam().diagnostics, DiagnosticLines(result));
  const ScratchDirectory scratch;
  const std::string command = CompileOutput(GetParam(), result, scratch);
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenTest, testing::ValuesIn(Goldens()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace detsim::rewriter
