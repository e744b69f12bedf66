// What a test leaves behind in files and processes reaches no other run, no
// other worker and not the user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "absl/strings/str_cat.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using Json = nlohmann::json;

std::string FilesProject() {
  static const std::string project = CopyProject(
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/files"), "files");
  return project;
}

// Those that Processes.AreLeftBehind starts.
std::vector<std::string> Sleepers() {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    std::string_view wanted(
        "sleep\0"
        "86399\0"
        "0.125\0",
        18);
    std::string text(wanted.size() + 1, 'x');
    // Not by an iterator: that throws when the process ends meanwhile.
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(file.gcount()));
    if (text == wanted) found.push_back(entry.path().filename());
  }
  return found;
}

TEST(FilesTest, EveryRunFindsTheFolderAsItWas) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + FilesProject(), "--trials=40",
               "--jobs=2", "--filter=Files.*:Source.*"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(Report(FilesProject())["tests"].size(), 12u);
}

TEST(FilesTest, TracesDoNotDependOnTheWorkersFolder) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + FilesProject(), "--trials=40",
               "--check", "--filter=Files.*"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
}

TEST(FilesTest, NothingIsWrittenOutside) {
  const std::string project = FilesProject();
  const std::string sources =
      absl::StrCat(DETSIM_SOURCES, "/test/cmd/projects/files");
  RunTool({"detsim-test", "--dir=" + project, "--trials=2",
           "--filter=Files.*:Source.*"});
  EXPECT_EQ(*ReadFile(project + "/top.txt"), "top\n");
  EXPECT_FALSE(fs::exists(project + "/left.txt"));
  const std::string build = project + "/.detsim/build/tests";
  EXPECT_EQ(*ReadFile(build + "/given.txt"), "given\n");
  EXPECT_EQ(*ReadFile(build + "/sub/inner.txt"), "given\n");
  EXPECT_FALSE(fs::exists(build + "/left.txt"));
  EXPECT_FALSE(fs::exists(build + "/../left.txt"));
}

TEST(ProcessesTest, EndWithTheirWorker) {
  CommandResult result = RunTool({"detsim-test", "--dir=" + FilesProject(),
                                  "--trials=30", "--filter=Processes.*"});
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_THAT(Sleepers(), IsEmpty());
}

TEST(ProcessesTest, EndAtCtrlC) {
  const std::string project = FilesProject();
  RunTool({"detsim-test", "--dir=" + project, "--trials=1",
           "--filter=Processes.*"});  // Built.
  pid_t pid = 0;
  auto run = RunCommand(
      {.arguments = {"sh", "-c",
                     absl::StrCat("echo $$; exec ", DETSIM_BIN,
                                  "/detsim-test --dir=", project,
                                  " --trials=100000000 --filter=Processes.*")},
       .on_line = [&pid](std::string_view line) {
         if (pid == 0) pid = std::stoi(std::string(line));
         if (line.find("test, seeds") == std::string_view::npos) return;
         // Each run ends its own: one look may fall between two runs.
         bool seen = false;
         for (int i = 0; i < 500 && !(seen = !Sleepers().empty()); ++i)
           std::this_thread::sleep_for(std::chrono::milliseconds(10));
         EXPECT_TRUE(seen);
         kill(pid, SIGINT);
       }});
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->exit_code, 130) << run->output;
  EXPECT_THAT(Sleepers(), IsEmpty());
}

}  // namespace
}  // namespace detsim::cmd
