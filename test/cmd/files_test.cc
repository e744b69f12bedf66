#include "cmd/lib/files.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace detsim::cmd {
namespace {

std::string Path(const std::string& name) {
  return testing::TempDir() + "/files_test_" + name;
}

TEST(FilesTest, ReadsWhatItWroteAndLeavesNothingElse) {
  std::string folder = Path("folder");
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(WriteFile(folder + "/a/b.txt", "hello").ok());
  EXPECT_EQ(*ReadFile(folder + "/a/b.txt"), "hello");
  ASSERT_TRUE(WriteFile(folder + "/a/b.txt", "again").ok());
  EXPECT_EQ(*ReadFile(folder + "/a/b.txt"), "again");
  int files = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(folder + "/a"))
    ++files;
  EXPECT_EQ(files, 1);
}

TEST(FilesTest, MissingFileIsNamed) {
  auto text = ReadFile("/nonexistent/file");
  EXPECT_EQ(text.status().message(),
            "cannot read /nonexistent/file: No such file or directory");
}

TEST(FilesTest, FolderThatCannotBeMadeIsNamed) {
  EXPECT_FALSE(WriteFile("/proc/nowhere/file", "x").ok());
}

TEST(FilesTest, HashSeesEveryByteAndTheLength) {
  EXPECT_NE(HashBytes("aaaaaaaaa"), HashBytes("aaaaaaaab"));
  EXPECT_NE(HashBytes(std::string(8, '\0')), HashBytes(std::string(16, '\0')));
  EXPECT_NE(HashBytes(""), HashBytes(std::string(1, '\0')));
  EXPECT_EQ(HashBytes("same"), HashBytes("same"));
}

TEST(FilesTest, PathsBelowAreShownRelative) {
  EXPECT_EQ(RelativeTo("/p/src/a.cc", "/p"), "src/a.cc");
  EXPECT_EQ(RelativeTo("/pq/a.cc", "/p"), "/pq/a.cc");
  EXPECT_EQ(RelativeTo("/p", "/p"), "/p");
  EXPECT_EQ(RelativeTo("a.cc", ""), "a.cc");
}

TEST(FilesTest, LinksToSourcesOfTheProjectAreThose) {
  const std::string folder = AbsolutePath(Path("p"));
  std::filesystem::remove_all(folder);  // An earlier test run's.
  std::filesystem::create_directories(folder + "/tree");
  ASSERT_TRUE(WriteFile(folder + "/a.cc", "").ok());
  std::filesystem::create_symlink(folder + "/a.cc", folder + "/tree/a.cc");
  EXPECT_EQ(SourceOf(folder + "/tree/a.cc", folder), folder + "/a.cc");
  EXPECT_EQ(SourceOf(folder + "/tree/a.cc", folder + "/other"),
            folder + "/tree/a.cc");
  EXPECT_EQ(SourceOf(folder + "/none.cc", folder), folder + "/none.cc");
  EXPECT_EQ(SourceOf("tree/a.cc", folder), "tree/a.cc");
}

TEST(FilesTest, AbsolutePathsHaveNoDots) {
  EXPECT_EQ(AbsolutePath("/usr/../usr/./lib/"), "/usr/lib");
  EXPECT_EQ(AbsolutePath("nope"),
            std::filesystem::current_path().string() + "/nope");
}

TEST(FileLockTest, SecondTakerHasToWait) {
  std::string path = Path("lock");
  {
    auto lock = FileLock::Take(path, /*wait=*/false);
    ASSERT_TRUE(lock.ok());
    EXPECT_TRUE(
        absl::IsUnavailable(FileLock::Take(path, /*wait=*/false).status()));
  }
  EXPECT_TRUE(FileLock::Take(path, /*wait=*/false).ok());
}

}  // namespace
}  // namespace detsim::cmd
