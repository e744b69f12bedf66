// A unit that relies on a precompiled header, by every way to name one: what is
// compiled is the text, rewritten.
#include "rewriter/precompiled.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/state.h"
#include "cmd/lib/launcher/unit_reports.h"
#include "test/rewriter/scratch.h"

namespace detsim::launcher {
namespace {

class PrecompiledTest : public testing::Test {
 protected:
  void SetUp() override {
    scratch_.Write("all.h",
                   "#include <mutex>\n"
                   "struct Counter { std::mutex mutex; int value = 0; };\n");
    scratch_.Write("more.h", "inline Counter second;\n");
    scratch_.Write("a.cc",
                   "int Value(Counter& counter) {\n"
                   "  std::lock_guard<std::mutex> lock(counter.mutex);\n"
                   "  return counter.value;\n}\n");
    LauncherConfig config = {.state_dir = scratch_.Path("state"),
                             .scope = {scratch_.path()},
                             .exclude = {}};
    ASSERT_TRUE(PrepareState(config, scratch_.Path("cc.json")).ok());
  }

  // In the project's folder.
  int Run(const std::string& arguments) {
    return std::system(
        absl::StrCat("cd ", scratch_.path(),
                     " && " DETSIM_BIN_DIR
                     "/detsim-cc --config=cc.json clang++-22 -std=c++17 ",
                     arguments)
            .c_str());
  }

  void Precompile(const std::string& output) {
    ASSERT_EQ(Run("-x c++-header all.h -o " + output), 0);
  }

  void ExpectRewritten(const std::string& arguments) {
    ASSERT_EQ(Run(arguments + " -c a.cc -o a.o"), 0);
    auto reports = ReadUnitReports(scratch_.Path("state"));
    ASSERT_TRUE(reports.ok());
    size_t in_header = 0;
    for (const rewriter::ReportedEdit& edit : reports->edits)
      in_header += edit.file == scratch_.Path("all.h") ? 1 : 0;
    EXPECT_EQ(in_header, 1);
    EXPECT_EQ(reports->edits.size(), 2);
  }

  rewriter::ScratchDirectory scratch_;
};

TEST_F(PrecompiledTest, TheSourceIsNamed) {
  Precompile("x.pch");
  EXPECT_EQ(rewriter::PrecompiledSource(scratch_.Path("x.pch")),
            scratch_.Path("all.h"));
  EXPECT_EQ(rewriter::PrecompiledSource(scratch_.Path("all.h")), "");
  EXPECT_EQ(rewriter::PrecompiledSource(scratch_.Path("none")), "");
}

TEST_F(PrecompiledTest, ByItsOwnName) {
  Precompile("x.pch");
  ExpectRewritten("-include-pch x.pch");
}

TEST_F(PrecompiledTest, PastTheDriver) {
  Precompile("x.pch");
  ExpectRewritten("-Xclang -include-pch -Xclang x.pch");
}

TEST_F(PrecompiledTest, AsCmakeDoes) {
  Precompile("x.pch");
  ExpectRewritten(
      "-Xclang -include-pch -Xclang x.pch -Xclang -include -Xclang all.h");
}

TEST_F(PrecompiledTest, BesideTheHeader) {
  Precompile("all.h.pch");
  ExpectRewritten("-include all.h -include more.h");
}

TEST_F(PrecompiledTest, MadeByGcc) {
  scratch_.Write("all.h.gch", "gpch.1234");
  ExpectRewritten("-include all.h -include more.h");
}

}  // namespace
}  // namespace detsim::launcher
