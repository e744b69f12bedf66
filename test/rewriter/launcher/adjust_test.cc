#include "cmd/lib/launcher/adjust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace detsim::launcher {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Words = std::vector<std::string>;

AdjustedArguments Compile(const Words& flags, bool in_scope = true,
                          const LauncherConfig& config = {}) {
  Words words = {"clang++"};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {"-c", "x.cc"});
  return AdjustCompile(ParseCommand(words, "/b"), config, in_scope, {});
}

TEST(AdjustCompileTest, TheProjectsFlagsStay) {
  EXPECT_THAT(Compile({"-std=c++11", "-DNDEBUG", "-I", "inc", "-Wall"}).words,
              AllOf(Contains("-std=c++11"), Contains("-DNDEBUG"),
                    Contains("inc"), Contains("-Wall"), Contains("x.cc")));
}

TEST(AdjustCompileTest, OptimizationBecomesO1) {
  EXPECT_THAT(
      Compile({"-O2", "-O3"}).words,
      AllOf(Contains("-O1"), Not(Contains("-O2")), Not(Contains("-O3"))));
  EXPECT_THAT(Compile({"-Ofast"}).words, Not(Contains("-Ofast")));
}

TEST(AdjustCompileTest, KeepOptKeepsIt) {
  EXPECT_THAT(Compile({"-O2"}, true, {.keep_opt = true}).words,
              AllOf(Contains("-O2"), Not(Contains("-O1"))));
}

TEST(AdjustCompileTest, DebugLinesAreThere) {
  EXPECT_THAT(Compile({}).words, Contains("-g1"));
  EXPECT_THAT(Compile({"-g", "-g0"}).words, Contains("-g1"));
  EXPECT_THAT(Compile({"-g3"}).words,
              AllOf(Contains("-g3"), Not(Contains("-g1"))));
  EXPECT_THAT(Compile({"-gdwarf-4"}).words, Not(Contains("-g1")));
  EXPECT_THAT(Compile({"-gz"}).words, Contains("-g1"));
  // Lines alone leave "Pop" of "work::Queue::Pop".
  const char* names = "-fdebug-info-for-profiling";
  EXPECT_THAT(Compile({"-g", "-gline-tables-only"}).words, Contains(names));
  EXPECT_THAT(Compile({}).words, Contains(names));
  EXPECT_THAT(Compile({"-g1", "-g"}).words, Not(Contains(names)));
}

TEST(AdjustCompileTest, WarningsAreNoErrors) {
  EXPECT_THAT(Compile({"-Werror", "-Werror=shadow", "-pedantic-errors"}).words,
              AllOf(Not(Contains("-Werror")), Not(Contains("-Werror=shadow")),
                    Not(Contains("-pedantic-errors")), Contains("-Wno-error")));
}

TEST(AdjustCompileTest, ThreadLocalsFramesAndHooks) {
  EXPECT_THAT(
      Compile({}).words,
      AllOf(Contains("-femulated-tls"), Contains("-fno-omit-frame-pointer"),
            Contains("-fno-optimize-sibling-calls"),
            Contains("-fsanitize=thread"),
            Contains("-tsan-instrument-func-entry-exit=0"),
            Contains("-tsan-instrument-read-before-write=1")));
  EXPECT_TRUE(Compile({}).instrumented);
}

TEST(AdjustCompileTest, OwnLibrariesNeedNativeThreadLocals) {
  const AdjustedArguments adjusted =
      Compile({"-femulated-tls"}, true, {.own_libs = true});
  EXPECT_THAT(adjusted.words, AllOf(Contains("-fno-emulated-tls"),
                                    Not(Contains("-femulated-tls"))));
}

TEST(AdjustCompileTest, WithoutInstrumentationThereAreNoHooks) {
  const AdjustedArguments adjusted = Compile({}, true, {.instrument = false});
  EXPECT_FALSE(adjusted.instrumented);
  EXPECT_THAT(adjusted.words, Not(Contains("-fsanitize=thread")));
}

TEST(AdjustCompileTest, OutOfScopeOnlyThreadLocalsAndFrames) {
  const AdjustedArguments adjusted = Compile({"-O2"}, false);
  EXPECT_FALSE(adjusted.instrumented);
  EXPECT_THAT(adjusted.words,
              AllOf(Contains("-femulated-tls"),
                    Contains("-fno-omit-frame-pointer"), Contains("-O2"),
                    Not(Contains("-fsanitize=thread")), Not(Contains("-O1"))));
}

TEST(AdjustCompileTest, AddressSanitizerExcludesOurs) {
  const AdjustedArguments adjusted = Compile({"-fsanitize=address,undefined"});
  EXPECT_FALSE(adjusted.instrumented);
  EXPECT_THAT(adjusted.words, Contains("-fsanitize=address,undefined"));
}

TEST(AdjustCompileTest, OtherSanitizersStay) {
  const AdjustedArguments adjusted =
      Compile({"-fsanitize=undefined", "-fsanitize=leak"});
  EXPECT_TRUE(adjusted.instrumented);
  EXPECT_THAT(adjusted.words, Contains("-fsanitize=undefined"));
  EXPECT_THAT(adjusted.dropped, ElementsAre("-fsanitize=leak"));
}

TEST(AdjustCompileTest, WhatClangRejectsIsDroppedAndListed) {
  const AdjustedArguments adjusted =
      Compile({"-fanalyzer", "-fconcepts-diagnostics-depth=3", "-Wall"});
  EXPECT_THAT(adjusted.dropped,
              ElementsAre("-fanalyzer", "-fconcepts-diagnostics-depth=3"));
  EXPECT_THAT(adjusted.words,
              AllOf(Not(Contains("-fanalyzer")), Contains("-Wall")));
}

TEST(AdjustCompileTest, PathsOfSourcesStayInTheDebugInformation) {
  const Words words =
      Compile({"-ffile-prefix-map=/p=.", "-fdebug-prefix-map=/p=.",
               "-fdebug-compilation-dir=.", "-gno-column-info"})
          .words;
  EXPECT_THAT(words, Contains("-fmacro-prefix-map=/p=."));
  for (const char* hides : {"-ffile-prefix-map=/p=.", "-fdebug-prefix-map=/p=.",
                            "-fdebug-compilation-dir=.", "-gno-column-info"})
    EXPECT_THAT(words, Not(Contains(hides)));
}

TEST(AdjustCompileTest, LinkTimeOptimizationIsDropped) {
  EXPECT_THAT(Compile({"-flto=thin"}).dropped, ElementsAre("-flto=thin"));
}

TEST(AdjustCompileTest, ArgumentsOfTheUserComeLast) {
  const AdjustedArguments adjusted = Compile({}, true, {.cc_args = {"-DLAST"}});
  EXPECT_EQ(adjusted.words.back(), "-DLAST");
}

TEST(AdjustCompileTest, ASanitizerThatTheUserAddsTakesThePlaceOfOurs) {
  const AdjustedArguments adjusted =
      Compile({}, true, {.cc_args = {"-fsanitize=undefined,address"}});
  EXPECT_FALSE(adjusted.instrumented);
  EXPECT_THAT(adjusted.words, Not(Contains("-fsanitize=thread")));
  EXPECT_TRUE(
      Compile({}, true, {.cc_args = {"-fsanitize=undefined"}}).instrumented);
}

Words Link(const Words& words, const LauncherConfig& config = {}) {
  return AdjustLink(ParseCommand(words, "/b"), config,
                    {"runtime.o", "-Wl,--wrap=main"})
      .words;
}

TEST(AdjustLinkTest, TheRuntimeStandsBeforeTheFirstInput) {
  EXPECT_THAT(
      Link({"c++", "-O2", "a.o", "b.o", "-o", "p"}),
      ElementsAre("-O2", "runtime.o", "-Wl,--wrap=main", "a.o", "b.o", "-o",
                  "p", "-pthread", "-Wno-unused-command-line-argument"));
}

TEST(AdjustLinkTest, ASharedLibraryHasNoRuntime) {
  EXPECT_THAT(Link({"c++", "-shared", "a.o", "-o", "p.so"}),
              Not(Contains("runtime.o")));
}

TEST(AdjustLinkTest, ASharedLibraryMayLeaveSymbolsOpen) {
  const Words words = Link({"c++", "-shared", "-Wl,--as-needed,--no-undefined",
                            "-Wl,-z,defs", "-Wl,-z,now", "a.o"});
  EXPECT_THAT(words, AllOf(Contains("-Wl,--as-needed"), Contains("-Wl,-z,now"),
                           Not(Contains("-Wl,-z,defs"))));
}

TEST(AdjustLinkTest, NothingIsStripped) {
  const Words words =
      Link({"c++", "-s", "-Wl,-O1,-S,--gc-sections", "-Wl,-s", "-Xlinker",
            "--strip-all", "-Xlinker", "-Map=m", "a.o"});
  EXPECT_THAT(words, Contains("-Wl,-O1,--gc-sections"));
  EXPECT_THAT(words, Contains("-Map=m"));
  for (const char* strips : {"-s", "-Wl,-s", "--strip-all"})
    EXPECT_THAT(words, Not(Contains(strips)));
  EXPECT_EQ(std::ranges::count(words, "-Xlinker"), 1);
}

TEST(AdjustLinkTest, SanitizersWhoseRuntimesClashAreDropped) {
  EXPECT_THAT(
      Link({"c++", "-fsanitize=thread", "-flto", "a.o"}),
      AllOf(Not(Contains("-fsanitize=thread")), Not(Contains("-flto"))));
  EXPECT_THAT(Link({"c++", "-fsanitize=address", "a.o"}),
              Contains("-fsanitize=address"));
}

TEST(AdjustLinkTest, ASanitizerThatTheUserAddsIsLinked) {
  EXPECT_THAT(Link({"c++", "a.o"}, {.cc_args = {"-DX", "-fsanitize=address"}}),
              AllOf(Contains("-fsanitize=address"), Not(Contains("-DX"))));
}

}  // namespace
}  // namespace detsim::launcher
