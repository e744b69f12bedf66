// A small CMake project built through detsim-cc: what a user's build sees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>

#include "absl/strings/str_cat.h"
#include "cmd/lib/launcher/config.h"
#include "cmd/lib/launcher/state.h"
#include "cmd/lib/launcher/unit_reports.h"
#include "test/rewriter/scratch.h"

namespace detsim::launcher {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

struct Outcome {
  int exit_code = -1;
  std::string output;
};

Outcome RunShell(const std::string& command) {
  Outcome outcome;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  while (size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    outcome.output.append(buffer.data(), count);
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return outcome;
}

// Three sources and two headers, one generated; __FILE__ is checked by the
// program itself, thread_local by a library that it opens.
class EndToEndTest : public testing::Test {
 protected:
  void SetUp() override {
    scratch_.Write("p/CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.20)
project(p C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(Threads REQUIRED)
configure_file(generated.h.in generated.h)
add_library(plugin SHARED plugin.c)
add_executable(program main.cc queue.cc legacy.c)
target_include_directories(program PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
target_link_libraries(program Threads::Threads plugin)
)");
    scratch_.Write("p/generated.h.in",
                   "#include <mutex>\ninline std::mutex generated;\n");
    scratch_.Write("p/queue.h",
                   "#pragma once\n#include <mutex>\n#include <thread>\n"
                   "struct Queue { std::mutex mutex; int Size(); };\n");
    scratch_.Write("p/queue.cc",
                   "#include \"queue.h\"\n#include \"generated.h\"\n"
                   "int Queue::Size() {\n"
                   "  std::lock_guard<std::mutex> a(mutex), b(generated);\n"
                   "  return 7;\n}\n");
    scratch_.Write("p/legacy.c",
                   "#define _GNU_SOURCE\n#include <pthread.h>\n"
                   "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                   "int legacy(void) { pthread_mutex_lock(&m);\n"
                   "  pthread_mutex_unlock(&m); return 5; }\n");
    scratch_.Write("p/plugin.c",
                   "static _Thread_local int count = 1;\n"
                   "int plugin(void) { return ++count; }\n");
    scratch_.Write("p/main.cc", R"(
#include <cstdio>
#include <thread>
#include "queue.h"
extern "C" int legacy(void);
extern "C" int plugin(void);
int main() {
  Queue queue;
  std::printf("file %s line %d\n", __FILE__, __LINE__);
  std::printf("plugin %d", plugin());
  std::thread([] { std::printf(" %d\n", plugin()); }).join();
  std::printf("sum %d\n", queue.Size() + legacy());
}
)");
    config_ = {.state_dir = scratch_.Path(".detsim/rewritten"),
               .scope = {scratch_.Path("p"), scratch_.Path("b")},
               .exclude = {}};
    ASSERT_TRUE(PrepareState(config_, ConfigPath()).ok());
  }

  std::string ConfigPath() const { return scratch_.Path(".detsim/cc.json"); }

  Outcome Configure() {
    const std::string launcher =
        absl::StrCat(DETSIM_BIN_DIR "/detsim-cc;--config=", ConfigPath());
    std::string command = absl::StrCat("cmake -G Ninja -S ", scratch_.Path("p"),
                                       " -B ", scratch_.Path("b"));
    for (const char* language : {"C", "CXX"}) {
      absl::StrAppend(&command, " '-DCMAKE_", language,
                      "_COMPILER_LAUNCHER=", launcher, "' '-DCMAKE_", language,
                      "_LINKER_LAUNCHER=", launcher, "'");
    }
    return RunShell(command);
  }
  Outcome Build() { return RunShell("ninja -C " + scratch_.Path("b")); }

  // A second installation, below the scratch directory, without the plugin.
  void Install() {
    fs::create_directories(scratch_.Path("bin"));
    fs::create_directories(scratch_.Path("lib/detsim"));
    fs::copy(DETSIM_BIN_DIR "/detsim-cc", scratch_.Path("bin/detsim-cc"));
    fs::copy(DETSIM_RESOURCE_DIR "/detsim-cc-rewriting",
             scratch_.Path("lib/detsim/detsim-cc-rewriting"));
    for (const char* name : {"include", "runtime.o", "link_flags.txt"}) {
      fs::create_symlink(DETSIM_RESOURCE_DIR + std::string("/") + name,
                         scratch_.Path("lib/detsim/") + name);
    }
  }

  // Every file of the project with its text.
  std::map<std::string, std::string> Sources() const {
    std::map<std::string, std::string> sources;
    for (const auto& entry : fs::directory_iterator(scratch_.Path("p")))
      sources[entry.path().string()] =
          *rewriter::ReadFile(entry.path().string());
    return sources;
  }

  rewriter::ScratchDirectory scratch_;
  LauncherConfig config_;
};

TEST_F(EndToEndTest, BuildsRunsAndLeavesTheSourcesAlone) {
  const auto before = Sources();
  ASSERT_EQ(Configure().exit_code, 0);
  const Outcome build = Build();
  ASSERT_EQ(build.exit_code, 0) << build.output;
  EXPECT_EQ(Sources(), before);

  const Outcome run = RunShell(scratch_.Path("b/program"));
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_THAT(run.output,
              HasSubstr("file " + scratch_.Path("p/main.cc") + " line 9"));
  EXPECT_THAT(run.output, HasSubstr("plugin 2 2"));
  EXPECT_THAT(run.output, HasSubstr("sum 12"));

  absl::StatusOr<UnitReports> reports = ReadUnitReports(config_.state_dir);
  ASSERT_TRUE(reports.ok()) << reports.status();
  EXPECT_EQ(reports->units.size(), 4u);
  // main.cc 1, queue.h 1, queue.cc 1, generated.h 1, legacy.c 2.
  EXPECT_EQ(reports->edits.size(), 6u);

  EXPECT_THAT(Build().output, HasSubstr("no work to do"));
}

TEST_F(EndToEndTest, RebuildsWhatChangedAndNothingElse) {
  ASSERT_EQ(Configure().exit_code, 0);
  ASSERT_EQ(Build().exit_code, 0);
  scratch_.Write("p/queue.h", scratch_.Read("p/queue.h") + "// changed\n");
  const Outcome header = Build();
  EXPECT_THAT(header.output, HasSubstr("main.cc.o"));
  EXPECT_THAT(header.output, HasSubstr("queue.cc.o"));
  EXPECT_THAT(header.output, Not(HasSubstr("legacy.c.o")));

  config_.keep_opt = true;
  ASSERT_TRUE(PrepareState(config_, ConfigPath()).ok());
  EXPECT_THAT(Build().output, HasSubstr("legacy.c.o"));
  EXPECT_THAT(Build().output, HasSubstr("no work to do"));
}

TEST_F(EndToEndTest, AnErrorIsShownInTheUsersText) {
  scratch_.Write("p/queue.cc", "#include \"queue.h\"\nstd::mutex m = 3;\n");
  ASSERT_EQ(Configure().exit_code, 0);
  const Outcome build = Build();
  EXPECT_NE(build.exit_code, 0);
  EXPECT_THAT(build.output,
              HasSubstr(scratch_.Path("p/queue.cc") + ":2:12: error:"));
  EXPECT_THAT(build.output, HasSubstr("std::mutex m = 3;"));
  EXPECT_THAT(build.output, Not(HasSubstr(".detsim/rewritten/files")));
}

// The rewriter looks at no warnings, and some are errors unless switched off.
TEST_F(EndToEndTest, AWarningThatIsAnErrorIsTheUsers) {
  scratch_.Write("p/queue.cc",
                 "#include \"queue.h\"\n"
                 "void Log(const char*, ...);\n"
                 "struct Text { ~Text() {} };\n"
                 "std::mutex m;\n"
                 "int Queue::Size() { Log(\"%p\", Text()); return 7; }\n");
  ASSERT_EQ(Configure().exit_code, 0);
  const Outcome build = Build();
  EXPECT_NE(build.exit_code, 0);
  EXPECT_THAT(build.output, HasSubstr("-Wnon-pod-varargs"));
  EXPECT_THAT(build.output, Not(HasSubstr("compiles as it is")));
}

TEST_F(EndToEndTest, WorksWithoutABuildSystem) {
  const std::string compiler = absl::StrCat(
      DETSIM_BIN_DIR "/detsim-cc --config=", ConfigPath(), " c++ ");
  const std::string sources = absl::StrCat(
      scratch_.Path("p/queue.cc"), " ", scratch_.Path("p/main.cc"), " -x c ",
      scratch_.Path("p/legacy.c"), " ", scratch_.Path("p/plugin.c"));
  scratch_.Write("b/generated.h", scratch_.Read("p/generated.h.in"));
  const Outcome build =
      RunShell(absl::StrCat("cd ", scratch_.path(), " && ", compiler, " -I",
                            scratch_.Path("b"), " ", sources, " -o program"));
  ASSERT_EQ(build.exit_code, 0) << build.output;
  EXPECT_THAT(RunShell(scratch_.Path("program")).output, HasSubstr("sum 12"));
}

// Compilers name relative files below $PWD if that leads to the directory.
TEST_F(EndToEndTest, RewritesWhereADirectoryIsReachedThroughALink) {
  fs::create_symlink(scratch_.Path("p"), scratch_.Path("link"));
  const std::string compiler = absl::StrCat(
      DETSIM_BIN_DIR "/detsim-cc --config=", ConfigPath(), " c++ -std=c++17 ");
  scratch_.Write("b/generated.h", scratch_.Read("p/generated.h.in"));
  const Outcome build = RunShell(absl::StrCat(
      "cd ", scratch_.Path("link"), " && ", compiler,
      "-I../b -c queue.cc -o ../queue.o && nm -C ", scratch_.Path("queue.o")));
  ASSERT_EQ(build.exit_code, 0) << build.output;
  EXPECT_THAT(build.output, HasSubstr("detsim::"));
  EXPECT_THAT(build.output, Not(HasSubstr("pthread_mutex_lock")));
}

// Bazel refuses what a compiler reads outside its own folders, undeclared.
TEST_F(EndToEndTest, OwnHeadersAreAmongTheFoldersThatACompilerNames) {
  const Outcome query =
      RunShell(absl::StrCat(DETSIM_BIN_DIR "/detsim-cc --config=", ConfigPath(),
                            " c++ -E -xc++ - -v </dev/null"));
  ASSERT_EQ(query.exit_code, 0) << query.output;
  EXPECT_THAT(query.output, HasSubstr("\n " DETSIM_RESOURCE_DIR "/include\n"));
  EXPECT_THAT(query.output,
              HasSubstr(absl::StrCat("\n ", config_.state_dir, "\n")));
}

// A second installation, whose plugin no compiler can load: programs keep the
// calls of the hooks, and that is said once.
TEST_F(EndToEndTest, WithoutAUsablePluginAccessesAreCalls) {
  Install();
  scratch_.Write("lib/detsim/libdetsim_hooks.so", "no library");
  scratch_.Write("b/generated.h", scratch_.Read("p/generated.h.in"));
  const std::string arguments = absl::StrCat(
      " --config=", ConfigPath(), " c++ -c -I", scratch_.Path("b"), " ",
      scratch_.Path("p/main.cc"), " ", scratch_.Path("p/queue.cc"));
  const std::string symbols = "nm " + scratch_.Path("main.o");
  const std::string go = absl::StrCat("cd ", scratch_.path(), " && ");

  const Outcome calls =
      RunShell(absl::StrCat(go, scratch_.Path("bin/detsim-cc"), arguments));
  EXPECT_EQ(calls.exit_code, 0) << calls.output;
  EXPECT_THAT(calls.output, HasSubstr("libdetsim_hooks.so: runs will be"));
  EXPECT_EQ(calls.output.find("cannot use"), calls.output.rfind("cannot use"));
  EXPECT_THAT(RunShell(symbols).output, HasSubstr("__tsan_write"));
  EXPECT_THAT(RunShell(symbols).output, Not(HasSubstr("detsim_counted")));

  const Outcome in_place =
      RunShell(absl::StrCat(go, DETSIM_BIN_DIR "/detsim-cc", arguments));
  EXPECT_EQ(in_place.exit_code, 0) << in_place.output;
  EXPECT_THAT(in_place.output, Not(HasSubstr("cannot use")));
  if (!fs::exists(DETSIM_RESOURCE_DIR "/libdetsim_hooks.so"))
    GTEST_SKIP() << "built with an older LLVM";
  EXPECT_THAT(RunShell(symbols).output, HasSubstr("detsim_counted_write"));
  EXPECT_THAT(RunShell(symbols).output, Not(HasSubstr("__tsan_write")));
}

TEST_F(EndToEndTest, AUseThatMeetsALibraryStaysAndIsReported) {
  const std::string library =
      scratch_.Write("lib/lib.h",
                     "#include <future>\n#include <mutex>\n"
                     "inline std::future<int> Later() {\n"
                     "  return std::async(std::launch::deferred,\n"
                     "                    [] { return 3; });\n}\n");
  const std::string source = scratch_.Write(
      "p/meets.cc", "#include \"" + library +
                        "\"\nstd::mutex ours;\nint main() {\n"
                        "  std::lock_guard<std::mutex> guard(ours);\n"
                        "  std::future<int> theirs = Later();\n"
                        "  return theirs.get() - 3;\n}\n");
  const Outcome build = RunShell(
      absl::StrCat(DETSIM_BIN_DIR "/detsim-cc --config=", ConfigPath(),
                   " clang++-22 ", source, " -o ", scratch_.Path("meets")));
  ASSERT_EQ(build.exit_code, 0) << build.output;
  EXPECT_EQ(build.output, "");
  absl::StatusOr<UnitReports> reports = ReadUnitReports(config_.state_dir);
  ASSERT_TRUE(reports.ok()) << reports.status();
  EXPECT_EQ(reports->edits.size(), 2u);
  ASSERT_EQ(reports->Uncontrolled().size(), 1u);
  EXPECT_EQ(reports->Uncontrolled().front().id, "type-boundary");
  EXPECT_EQ(reports->Uncontrolled().front().line, 5u);
}

TEST_F(EndToEndTest, ALibraryThatCannotBeRewrittenStaysAndIsReported) {
  scratch_.Write("sys/lib/lib.h",
                 "#include <mutex>\n#define LIB_PASTE(a, b) a##b\n"
                 "inline void Lock(std::LIB_PASTE(mu, tex)& m) { m.lock(); }\n"
                 "inline void LockIt(std::mutex& m) { Lock(m); }\n");
  const std::string source = scratch_.Write(
      "p/locks.cc",
      "#include <lib/lib.h>\nstd::mutex theirs;\nstd::mutex ours;\n"
      "int main() {\n  LockIt(theirs);\n  ours.lock();\n}\n");
  const Outcome build =
      RunShell(absl::StrCat(DETSIM_BIN_DIR "/detsim-cc --config=", ConfigPath(),
                            " clang++-22 -isystem ", scratch_.Path("sys"),
                            " -c ", source, " -o ", scratch_.Path("locks.o")));
  ASSERT_EQ(build.exit_code, 0) << build.output;
  absl::StatusOr<UnitReports> reports = ReadUnitReports(config_.state_dir);
  ASSERT_TRUE(reports.ok()) << reports.status();
  std::set<std::string> ids;
  for (const rewriter::Note& note : reports->Uncontrolled())
    ids.insert(note.id);
  EXPECT_EQ(ids, (std::set<std::string>{"library-left", "type-boundary"}));
}

TEST_F(EndToEndTest, AnUnchangedCompileIsRepeatedWithoutTheRewriter) {
  Install();
  scratch_.Write("p/again.h", "#include <mutex>\ninline std::mutex mutex;\n");
  scratch_.Write("p/again.cc", "#include \"again.h\"\n");
  const std::string command = absl::StrCat(
      "cd ", scratch_.path(), " && bin/detsim-cc --config=", ConfigPath(),
      " c++ -c p/again.cc -o again.o -MD");
  ASSERT_EQ(RunShell(command).exit_code, 0);
  const std::string first = scratch_.Read("again.o");
  fs::remove(scratch_.Path("lib/detsim/detsim-cc-rewriting"));
  fs::remove(scratch_.Path("again.o"));
  fs::remove(scratch_.Path("again.d"));
  const Outcome again = RunShell(command);
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_EQ(scratch_.Read("again.o"), first);
  EXPECT_THAT(scratch_.Read("again.d"), HasSubstr("/stamp"));

  scratch_.Write("p/again.h", scratch_.Read("p/again.h") + "// changed\n");
  EXPECT_THAT(RunShell(command).output,
              HasSubstr("cannot run " + scratch_.Path("lib/detsim") +
                        "/detsim-cc-rewriting"));
}

}  // namespace
}  // namespace detsim::launcher
