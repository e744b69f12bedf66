#include "cmd/lib/launcher/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rewriter/scratch.h"

namespace detsim::launcher {
namespace {

using testing::ElementsAre;
using Words = std::vector<std::string>;

Job JobOf(const Words& words, const std::string& directory = "/b") {
  return ParseCommand(words, directory).job;
}

TEST(CommandTest, ACompileHasItsSourceAndOutput) {
  const Command command =
      ParseCommand({"clang++-22", "-std=c++17", "-I", "inc", "-MF", "x.d",
                    "-MD", "-o", "x.o", "-c", "x.cc"},
                   "/b");
  EXPECT_EQ(command.job, Job::kCompile);
  EXPECT_TRUE(command.is_cxx);
  EXPECT_THAT(command.sources, ElementsAre("x.cc"));
  EXPECT_EQ(command.output, "x.o");
  EXPECT_EQ(DependencyFile(command, "x.cc"), "x.d");
}

TEST(CommandTest, AValueThatLooksLikeASourceIsNone) {
  const Command command =
      ParseCommand({"cc", "-include", "config.c", "-c", "x.c"}, "/b");
  EXPECT_THAT(command.sources, ElementsAre("x.c"));
  EXPECT_FALSE(command.is_cxx);
}

TEST(CommandTest, JobsAreToldApart) {
  EXPECT_EQ(JobOf({"cc", "-c", "x.c"}), Job::kCompile);
  EXPECT_EQ(JobOf({"cc", "x.o", "liby.a", "-o", "x"}), Job::kLink);
  EXPECT_EQ(JobOf({"c++", "-shared", "x.o", "-o", "libx.so"}), Job::kLink);
  EXPECT_EQ(JobOf({"cc", "x.c", "y.o", "-o", "x"}), Job::kCompileAndLink);
  EXPECT_TRUE(ParseCommand({"c++", "-shared", "x.o"}, "/b").shared);
}

TEST(CommandTest, WhatIsNeitherCompileNorLinkPassesThrough) {
  EXPECT_EQ(JobOf({"cc", "-E", "x.c"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "-M", "x.c"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "-S", "x.c"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "-fsyntax-only", "x.c"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "-c", "x.S"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "-c", "-x", "c", "-"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "-r", "x.o", "-o", "y.o"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "--version"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc", "-print-search-dirs"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"ar", "qc", "libx.a", "x.o"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"cc"}), Job::kPassThrough);
}

TEST(CommandTest, PrecompiledHeadersPassThrough) {
  EXPECT_EQ(JobOf({"c++", "-x", "c++-header", "-o", "a.h.pch", "-c", "a.h"}),
            Job::kPassThrough);
  EXPECT_EQ(JobOf({"c++", "-Xclang", "-emit-pch", "-o", "a.pch", "-c", "a.cc"}),
            Job::kPassThrough);
}

TEST(CommandTest, QuestionsOfBuildSystemsPassThrough) {
  EXPECT_EQ(JobOf({"c++", "-c", "x.cc"}, "/b/CMakeFiles/CMakeScratch/Try-1"),
            Job::kPassThrough);
  EXPECT_EQ(JobOf({"c++", "-c", "/b/CMakeFiles/CMakeTmp/x.cc"}),
            Job::kPassThrough);
  EXPECT_EQ(JobOf({"c++", "-c", "conftest.c"}), Job::kPassThrough);
  EXPECT_EQ(JobOf({"c++", "-c", "x.cc"}, "/b/meson-private/tmp1"),
            Job::kPassThrough);
}

TEST(CommandTest, CompilerCachesAreLeftOut) {
  const Command command =
      ParseCommand({"/usr/bin/ccache", "g++", "-c", "x.cc"}, "/b");
  EXPECT_EQ(command.compiler, "g++");
  EXPECT_EQ(command.job, Job::kCompile);
}

TEST(CommandTest, ResponseFilesAreRead) {
  rewriter::ScratchDirectory scratch;
  scratch.Write("x.rsp", "x.o 'a b.o'\n-o \"x y\"\n");
  const Command command = ParseCommand({"c++", "@x.rsp"}, scratch.path());
  EXPECT_EQ(command.job, Job::kLink);
  EXPECT_EQ(command.output, "x y");
}

TEST(CommandTest, WordsAreSplitAsShellsDo) {
  EXPECT_THAT(SplitWords(R"(a "b c" 'd \e' f\ g  -DX=\"y\" "")"),
              ElementsAre("a", "b c", "d \\e", "f g", "-DX=\"y\"", ""));
}

TEST(CommandTest, OutputsDefaultAsCompilersDo) {
  const Command command = ParseCommand({"cc", "-MD", "-c", "d/x.c"}, "/b");
  EXPECT_EQ(ObjectFile(command, "d/x.c"), "x.o");
  EXPECT_EQ(DependencyFile(command, "d/x.c"), "x.d");
  EXPECT_EQ(DependencyFile(ParseCommand({"cc", "-c", "x.c"}, "/b"), "x.c"), "");
}

}  // namespace
}  // namespace detsim::launcher
