// The pass over one unit as its callers see it: scope, errors, inputs.
#include "rewriter/rewrite_unit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "rewriter/output/apply_edits.h"
#include "rewriter/output/overlay.h"
#include "test/rewriter/scratch.h"

namespace detsim::rewriter {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class RewriteUnitTest : public testing::Test {
 protected:
  UnitResult Rewrite(const std::string& file,
                     std::vector<std::string> flags = {}) {
    std::vector<std::string> arguments = {DETSIM_CLANG_BINARY_DIR "/clang++"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(arguments.end(), {"-c", file, "-o", "a.o", "-MD"});
    return RewriteUnit(
        {.directory = scratch_.path(), .file = file, .arguments = arguments},
        scope_);
  }

  ScratchDirectory scratch_;
  Scope scope_ = {.directories = {scratch_.path()}, .exclude = {}};
};

std::vector<std::string> EditedPaths(const UnitResult& result) {
  std::vector<std::string> paths;
  for (const FileEdits& file : result.files)
    if (!file.edits.empty()) paths.push_back(file.path());
  return paths;
}

TEST_F(RewriteUnitTest, EditsHeadersInScopeOnly) {
  scratch_.Write("inner/a.h", "#include <mutex>\nstd::mutex a;\n");
  scratch_.Write("vendor/b.h", "#include <mutex>\nstd::mutex b;\n");
  scratch_.Write("a.cc",
                 "#include \"inner/a.h\"\n#include \"vendor/b.h\"\n"
                 "std::mutex c;\n");
  scope_.exclude = {"*/vendor/*"};
  const UnitResult result = Rewrite("a.cc");
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(EditedPaths(result),
              ElementsAre(scratch_.Path("a.cc"), scratch_.Path("inner/a.h")));
  EXPECT_THAT(result.Headers(), ElementsAre("detsim/std/mutex.h"));
}

TEST_F(RewriteUnitTest, AUnitThatUsesNothingHasNoEdits) {
  scratch_.Write("a.cc", "#include <mutex>\nint main() {}\n");
  const UnitResult result = Rewrite("a.cc");
  EXPECT_EQ(result.EditCount(), 0u);
  EXPECT_THAT(result.Headers(), IsEmpty());
}

TEST_F(RewriteUnitTest, ListsEveryInput) {
  scratch_.Write("a.h", "");
  scratch_.Write("a.cc", "#include \"a.h\"\n#include <mutex>\n");
  const UnitResult result = Rewrite("a.cc");
  EXPECT_THAT(result.inputs, Contains(scratch_.Path("a.cc")));
  EXPECT_THAT(result.inputs, Contains(scratch_.Path("a.h")));
  EXPECT_THAT(result.inputs, Contains(testing::EndsWith("/mutex")));
}

TEST_F(RewriteUnitTest, EveryInputCanBeRead) {
  scratch_.Write("a.cc", "#include <thread>\n");
  for (const std::string& input : Rewrite("a.cc").inputs)
    EXPECT_TRUE(std::filesystem::exists(input)) << input;
}

TEST_F(RewriteUnitTest, AnErrorNamesItsPlaceAndTheRestIsEdited) {
  scratch_.Write("a.cc", "#include <mutex>\nstd::mutex a;\nnonsense b;\n");
  const UnitResult result = Rewrite("a.cc");
  EXPECT_THAT(result.errors,
              ElementsAre(HasSubstr("a.cc:3:1: unknown type name 'nonsense'")));
  EXPECT_EQ(result.EditCount(), 1u);
}

TEST_F(RewriteUnitTest, AMissingFileIsAnError) {
  EXPECT_FALSE(Rewrite("missing.cc").errors.empty());
}

TEST_F(RewriteUnitTest, AHeaderThroughALinkHasBothNames) {
  scratch_.Write("real/a.h", "#pragma once\n#include <mutex>\nstd::mutex a;\n");
  std::filesystem::create_directory_symlink("real", scratch_.Path("link"));
  scratch_.Write("a.cc", "#include \"link/a.h\"\n");
  EXPECT_THAT(EditedPaths(Rewrite("a.cc")),
              ElementsAre(scratch_.Path("link/a.h")));
}

TEST_F(RewriteUnitTest, FeatureMacrosBeforeTheFirstSystemHeaderAreListed) {
  scratch_.Write("config.h", "#define _GNU_SOURCE 1\n#define OTHER 2\n");
  scratch_.Write("a.cc",
                 "#include \"config.h\"\n#define _POSIX_C_SOURCE 200809L\n"
                 "#include <mutex>\n#define _DEFAULT_SOURCE\n");
  EXPECT_THAT(Rewrite("a.cc", {"-U_GNU_SOURCE"}).feature_macros,
              ElementsAre("-D_GNU_SOURCE=1", "-D_POSIX_C_SOURCE=200809L"));
}

TEST_F(RewriteUnitTest, SeesTheSanitizerThatTheCompilerWillSee) {
  scratch_.Write("a.cc",
                 "#include <mutex>\n#if __has_feature(thread_sanitizer)\n"
                 "std::mutex with;\n#else\nstd::mutex without;\n#endif\n");
  const UnitResult result = Rewrite("a.cc", {"-fsanitize=thread"});
  EXPECT_THAT(ApplyEdits(result.files.at(0)),
              HasSubstr("detsim::mutex with;\n#else\nstd::mutex without"));
}

TEST_F(RewriteUnitTest, BodiesOutsideTheScopeAreNotNeeded) {
  scratch_.Write("vendor/b.h",
                 "template <class T> int Size(T t) { return t.no_member; }\n"
                 "inline constexpr int Two() { return 2; }\n"
                 "inline auto Three() { return 3; }\n");
  scratch_.Write("a.cc",
                 "#include \"vendor/b.h\"\n#include <mutex>\n"
                 "std::mutex m[Two()];\n"
                 "static_assert(sizeof(Three()) == sizeof(int));\n");
  scope_.exclude = {"*/vendor/*"};
  const UnitResult result = Rewrite("a.cc");
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_EQ(result.EditCount(), 1u);
}

TEST_F(RewriteUnitTest, ReadsThroughAnOverlay) {
  const std::string source = scratch_.Write("a.cc", "int a;\n");
  const std::string other =
      scratch_.Write("b.txt", "#include <mutex>\nstd::mutex a;\n");
  const std::string overlay =
      scratch_.Write("overlay.yaml", *OverlayYaml({{source, other}}));
  const UnitResult result = Rewrite("a.cc", {"-ivfsoverlay", overlay});
  EXPECT_THAT(EditedPaths(result), ElementsAre(source));
}

}  // namespace
}  // namespace detsim::rewriter
