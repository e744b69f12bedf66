// The pass over one unit as its callers see it: scope, errors, inputs.
#include "rewriter/rewrite_unit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
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

TEST_F(RewriteUnitTest, AFileOf100000LinesIsEditedToItsEnd) {
  constexpr unsigned kLines = 100'000;
  constexpr unsigned kEvery = 1'000;
  std::string text = "#include <mutex>\n";
  for (unsigned line = 2; line <= kLines; ++line) {
    text += line % kEvery == 0
                ? absl::StrCat("std::mutex m", line, ";  // std::mutex\n")
                : absl::StrCat("inline int f", line, "() { return 1; }\n");
  }
  scratch_.Write("a.cc", text);
  const UnitResult result = Rewrite("a.cc");
  EXPECT_THAT(result.errors, IsEmpty());
  ASSERT_EQ(result.files.size(), 1u);
  std::vector<unsigned> lines;
  for (const auto& [offset, edit] : result.files[0].edits) {
    if (edit.symbol != "std::mutex") continue;
    lines.push_back(edit.line);
    EXPECT_EQ(text.substr(edit.offset, edit.length), "std::mutex");
  }
  std::vector<unsigned> wanted;
  for (unsigned line = kEvery; line <= kLines; line += kEvery)
    wanted.push_back(line);
  EXPECT_EQ(lines, wanted);
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

// The unit p/a.cc with sys/lib/lib.h as a library of the system.
class SystemLibraryTest : public RewriteUnitTest {
 protected:
  UnitResult RewriteWith(const std::string& header) {
    scratch_.Write("sys/lib/lib.h",
                   "#pragma once\n#include <mutex>\n" + header);
    scratch_.Write("p/a.cc", "#include <lib/lib.h>\nstd::mutex mutex;\n");
    scope_.directories = {scratch_.Path("p")};
    scope_.with_libraries = true;
    return Rewrite(scratch_.Path("p/a.cc"), {"-isystem", scratch_.Path("sys")});
  }
};

constexpr char kHeaderOnly[] =
    "class Queue {\n public:\n  void Push() { mutex_.lock(); }\n private:\n"
    "  Queue(const Queue&);\n  std::mutex mutex_;\n};\n"
    "template <class T> void Take(T);\nchar Test(...);\n"
    "namespace stop { void query(); }\n";

TEST_F(SystemLibraryTest, ComesInWhereItUsesMappedNames) {
  const UnitResult result = RewriteWith(kHeaderOnly);
  EXPECT_THAT(result.errors, IsEmpty());
  EXPECT_THAT(EditedPaths(result), ElementsAre(scratch_.Path("p/a.cc"),
                                               scratch_.Path("sys/lib/lib.h")));
  ASSERT_EQ(result.notes.size(), 1u);
  const Note& note = *result.notes.begin();
  EXPECT_EQ(note.file, scratch_.Path("p/a.cc"));
  EXPECT_EQ(note.line, 1u);
  EXPECT_EQ(note.id, "library");
  EXPECT_EQ(note.message, "'" + scratch_.Path("sys/lib") +
                              "' is in scope too: it uses 'std::mutex' (" +
                              scratch_.Path("sys/lib/lib.h") + ":8)");
}

TEST_F(SystemLibraryTest, StaysOutIfItUsesNone) {
  EXPECT_THAT(RewriteWith("// std::mutex\nstruct Queue {};\n").libraries,
              IsEmpty());
}

TEST_F(SystemLibraryTest, StaysOutIfItIsExcluded) {
  scope_.exclude = {scratch_.Path("sys/*")};
  EXPECT_THAT(RewriteWith(kHeaderOnly).libraries, IsEmpty());
}

TEST_F(SystemLibraryTest, StaysOutWithACompiledPart) {
  for (const char* part : {"namespace lib { void Start(std::mutex& mutex); }\n",
                           "struct Pool { void Start(); std::mutex mutex; };\n",
                           "extern std::mutex shared;\n",
                           "struct Pool { static std::mutex shared; };\n",
                           "extern \"C\" { int lib_start(void); }\n"}) {
    EXPECT_THAT(EditedPaths(RewriteWith(std::string(kHeaderOnly) + part)),
                ElementsAre(scratch_.Path("p/a.cc")))
        << part;
  }
}

}  // namespace
}  // namespace detsim::rewriter
