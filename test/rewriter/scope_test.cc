#include "rewriter/scope.h"

#include <gtest/gtest.h>

#include "test/rewriter/scratch.h"

namespace detsim::rewriter {
namespace {

class ScopeTest : public testing::Test {
 protected:
  bool Holds(const std::string& name) {
    return Scope{.directories = {scratch_.path()},
                 .exclude = {},
                 .without_frameworks = true}
        .Contains(scratch_.Write(name, ""));
  }

  ScratchDirectory scratch_;
};

TEST_F(ScopeTest, OwnTestsInAFolderOfAFrameworksNameAreInIt) {
  EXPECT_TRUE(Holds("gtest/queue_test.cc"));
  EXPECT_TRUE(Holds("test/googletest/queue_test.cc"));
  EXPECT_TRUE(Holds("catch2/main.cc"));
  EXPECT_TRUE(Holds("benchmark-src/run.cc"));
}

TEST_F(ScopeTest, GoogleTestIsOutWhereverItLies) {
  scratch_.Write("vendor/g/src/gtest-all.cc", "");
  scratch_.Write("vendor/g/include/gtest/gtest.h", "");
  EXPECT_FALSE(Holds("vendor/g/src/gtest.cc"));
  EXPECT_FALSE(Holds("vendor/g/include/gtest/internal/gtest-port.h"));
  EXPECT_TRUE(Holds("vendor/other.cc"));
}

TEST_F(ScopeTest, CopiedHeadersOfAFrameworkTakeNothingElseAlong) {
  scratch_.Write("include/gtest/gtest.h", "");
  scratch_.Write("include/gtest/internal/gtest-port.h", "");
  EXPECT_FALSE(Holds("include/gtest/gtest-message.h"));
  EXPECT_FALSE(Holds("include/gtest/internal/gtest-port.h"));
  EXPECT_TRUE(Holds("include/queue.h"));
  EXPECT_TRUE(Holds("src/queue.cc"));
}

TEST_F(ScopeTest, FusedFilesAmongTestsAreOutAlone) {
  EXPECT_FALSE(Holds("test/gtest-all.cc"));
  EXPECT_FALSE(Holds("test/gtest.h"));
  EXPECT_FALSE(Holds("test/catch.hpp"));
  EXPECT_FALSE(Holds("test/doctest.h"));
  EXPECT_TRUE(Holds("test/queue_test.cc"));
}

TEST_F(ScopeTest, AProjectThatHoldsAFrameworkInItsOwnFoldersIsIn) {
  scratch_.Write("src/gtest-all.cc", "");
  EXPECT_TRUE(Holds("src/queue.cc"));
}

TEST_F(ScopeTest, Catch2AndBenchmarkAreOut) {
  scratch_.Write("ext/c/src/catch2/catch_all.hpp", "");
  EXPECT_FALSE(Holds("ext/c/src/catch2/internal/catch_context.cpp"));
  scratch_.Write("ext/b/src/benchmark_runner.cc", "");
  EXPECT_FALSE(Holds("ext/b/src/benchmark.cc"));
}

}  // namespace
}  // namespace detsim::rewriter
