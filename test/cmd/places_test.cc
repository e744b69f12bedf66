// Projects and outputs in awkward places.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"
#include "test/cmd/end_to_end.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;
using Json = nlohmann::json;

// The counters example, whose tests fail, in a folder of that name.
std::string Counters(const std::string& name) {
  return CopyProject(absl::StrCat(DETSIM_SOURCES, "/examples/counters"), name);
}

CommandResult Shell(const std::string& script) {
  Command command;
  command.arguments = {"/bin/bash", "-c",
                       absl::StrCat("PATH=", DETSIM_BIN, ":$PATH; ", script)};
  command.timeout_seconds = 300;
  auto result = RunCommand(command);
  EXPECT_TRUE(result.ok());
  return result.ok() ? *result : CommandResult();
}

// Mounts need a namespace of their own, which not every machine allows.
bool CanMount() { return Shell("unshare -m true").exit_code == 0; }

TEST(PlacesTest, ThePrintedLineWorksWhateverThePathHolds) {
  const std::string project = Counters("it's a place,  für $HOME & co");
  CommandResult sweep =
      RunTool({"detsim-test", "--dir=" + project, "--trials=100",
               "--filter=CounterTest.CountsEveryThread"});
  EXPECT_EQ(sweep.exit_code, 1) << sweep.output;
  const Json failure = Report(project)["tests"][0]["failures"][0];
  CommandResult replay = Shell(failure["reproduce"].get<std::string>());
  EXPECT_EQ(replay.exit_code, 1) << replay.output;
  EXPECT_THAT(replay.output, HasSubstr("as recorded"));
}

TEST(PlacesTest, NothingShowsUpInTheRepositoryAround) {
  const std::string project = Counters("outer/inner");
  const std::string outer = fs::path(project).parent_path();
  CommandResult sweep =
      RunTool({"detsim-test", "--dir=" + project, "--trials=3"});
  EXPECT_THAT(sweep.output, HasSubstr("6 tests")) << sweep.output;
  CommandResult status = Shell(absl::StrCat(
      "cd ", outer, " && git init -q . && git add -A && git ls-files"));
  EXPECT_EQ(status.exit_code, 0) << status.output;
  EXPECT_THAT(status.output, HasSubstr("inner/CMakeLists.txt"));
  EXPECT_THAT(status.output, testing::Not(HasSubstr(".detsim")));
  fs::remove_all(outer + "/.git");
}

TEST(PlacesTest, AReadOnlyProjectIsSweptFromElsewhere) {
  if (!CanMount()) GTEST_SKIP() << "mounts are not allowed here";
  const std::string project = Counters("read_only");
  fs::remove_all(project + "/.detsim");
  const std::string protect =
      absl::StrCat("unshare -m bash -c 'mount --bind ", project, " ", project,
                   " && mount -o remount,ro,bind ", project,
                   " && detsim-test --dir=", project, " --trials=3");
  CommandResult inside = Shell(protect + "'");
  EXPECT_EQ(inside.exit_code, 2);
  EXPECT_THAT(inside.output,
              ContainsRegex("^detsim-test: cannot make the folder [^\n]*: "
                            "Read-only file system; write elsewhere with "
                            "--out=DIR\n$"));
  CommandResult elsewhere =
      Shell(absl::StrCat(protect, " --out=", project, "_out'"));
  EXPECT_THAT(elsewhere.output, HasSubstr("6 tests"));
  EXPECT_TRUE(fs::exists(project + "_out/report.json"));
  EXPECT_FALSE(fs::exists(project + "/.detsim"));
}

TEST(PlacesTest, AnArtifactThatDoesNotFitIsTold) {
  if (!CanMount()) GTEST_SKIP() << "mounts are not allowed here";
  const std::string project = Counters("full_disk");
  const std::string failures = project + "/.detsim/failures";
  ASSERT_TRUE(MakeDirectories(failures).ok());
  CommandResult sweep = Shell(absl::StrCat(
      "unshare -m bash -c 'mount -t tmpfs -o size=4k none ", failures,
      " && detsim-test --dir=", project, " --trials=200; echo exit code $?; ",
      "find ", failures, " -name \"*.json\" | wc -l'"));
  EXPECT_THAT(sweep.output,
              ContainsRegex("cannot write [^\n]*failures/[^\n]*: No space left "
                            "on device; make room, or write elsewhere with "
                            "--out=DIR\n"));
  EXPECT_THAT(sweep.output, HasSubstr("exit code 1\n0\n"));
}

TEST(PlacesTest, AReportThatDoesNotFitIsAnError) {
  CommandResult result =
      RunTool({"detsim-test", "--dir=" + Counters("full_report"), "--trials=3",
               "--filter=RegistryTest.*", "--json=/dev/full"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.output,
              HasSubstr("detsim-test: cannot write /dev/full: No space left"));
}

}  // namespace
}  // namespace detsim::cmd
