#include "test/cmd/pins/pinned_pool.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

struct PinnedPool {
  std::string artifact;
  std::string pin;
};

const PinnedPool& ThePinnedPool(const std::string& project, const char* test) {
  static const PinnedPool* const pool = [&] {
    std::filesystem::remove_all(project + "/detsim-regressions");
    nlohmann::json report =
        // What pct finds does not depend on where code lies, so not on the
        // folder; all of its choices are reached after the fix, too.
        SweepOne(project, test,
                 {"--trials=1000", "--strategy=pct", "--minimize"}, 1);
    std::string artifact = report["failures"][0]["minimized"]["artifact"];
    auto* made = new PinnedPool;
    made->artifact = absl::StrCat(project, "/.detsim/", artifact);
    CommandResult pinned =
        RunTool({"detsim-test", "--dir=" + project, "--pin=" + made->artifact});
    EXPECT_EQ(pinned.exit_code, 0) << pinned.output;
    std::string name = std::filesystem::path(artifact).filename();
    made->pin =
        absl::StrCat(project, "/detsim-regressions/",
                     absl::StrReplaceAll(name, {{".min.json", ".pin"}}));
    return made;
  }();
  return *pool;
}

}  // namespace

std::string PinnedPoolTest::project() { return WorkFolder() + "/pool"; }

std::string PinnedPoolTest::pin() {
  return ThePinnedPool(project(), kTest).pin;
}

std::string PinnedPoolTest::artifact() {
  return ThePinnedPool(project(), kTest).artifact;
}

void PinnedPoolTest::Restore() {
  CopyProject(absl::StrCat(DETSIM_SOURCES, "/examples/workerpool"), "pool");
  (void)ThePinnedPool(project(), kTest);
}

void PinnedPoolTest::Edit(const char* file, const std::string& from,
                          const std::string& to) {
  std::string text = *ReadFile(project() + file);
  ASSERT_NE(text.find(from), std::string::npos) << file << ": " << from;
  text.replace(text.find(from), from.size(), to);
  ASSERT_TRUE(WriteFile(project() + file, text).ok());
}

void PinnedPoolTest::Mend() {
  Edit(kQueue, "  closed_.store(true, std::memory_order_release);\n",
       "  {\n    std::lock_guard<std::mutex> lock(mutex_);\n"
       "    closed_.store(true, std::memory_order_release);\n  }\n");
}

CommandResult PinnedPoolTest::Sweep(std::vector<std::string> flags) {
  std::vector<std::string> arguments = {"detsim-test", "--dir=" + project(),
                                        absl::StrCat("--filter=", kTest),
                                        "--trials=1"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return RunTool(std::move(arguments));
}

CommandResult PinnedPoolTest::Verify(const std::string& file,
                                     std::vector<std::string> flags) {
  std::vector<std::string> arguments = {"detsim-test", "--dir=" + project(),
                                        "--verify=" + file};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  return RunTool(std::move(arguments));
}

}  // namespace detsim::cmd
