#include "runtime/worker/temporary_directory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace detsim::runtime {
namespace {

namespace fs = std::filesystem;

class TemporaryDirectoryTest : public testing::Test {
 protected:
  TemporaryDirectoryTest() {
    char path[] = "/tmp/detsim_directory_test_XXXXXX";
    root_ = mkdtemp(path);
    inside_ = root_ / "inside";
    fs::create_directory(inside_);
  }
  ~TemporaryDirectoryTest() override { fs::remove_all(root_); }

  static void Touch(const fs::path& path) { std::ofstream(path) << "x"; }
  void Empty() { EmptyDirectory(inside_.c_str()); }

  fs::path root_;
  fs::path inside_;
};

TEST_F(TemporaryDirectoryTest, LeavesTheDirectoryItself) {
  Empty();
  EXPECT_TRUE(fs::is_directory(inside_));
}

TEST_F(TemporaryDirectoryTest, RemovesFilesAndFolders) {
  Touch(inside_ / "file");
  Touch(inside_ / ".hidden");
  fs::create_directories(inside_ / "a/b/c");
  Touch(inside_ / "a/b/file");
  Touch(inside_ / "a/b/c/file");
  Empty();
  EXPECT_TRUE(fs::is_empty(inside_));
}

TEST_F(TemporaryDirectoryTest, RemovesMoreEntriesThanFitOneRead) {
  for (int i = 0; i < 1000; ++i) {
    Touch(inside_ / ("a file with quite a long name " + std::to_string(i)));
  }
  Empty();
  EXPECT_TRUE(fs::is_empty(inside_));
}

TEST_F(TemporaryDirectoryTest, DoesNotFollowLinks) {
  fs::create_directory(root_ / "outside");
  Touch(root_ / "outside/file");
  fs::create_directory_symlink(root_ / "outside", inside_ / "link");
  fs::create_symlink(root_ / "outside/file", inside_ / "file_link");
  Empty();
  EXPECT_TRUE(fs::is_empty(inside_));
  EXPECT_TRUE(fs::exists(root_ / "outside/file"));
}

TEST_F(TemporaryDirectoryTest, RemovesWhatIsReadOnly) {
  fs::create_directory(inside_ / "folder");
  Touch(inside_ / "folder/file");
  chmod((inside_ / "folder/file").c_str(), 0400);
  chmod((inside_ / "folder").c_str(), 0500);
  Empty();
  EXPECT_TRUE(fs::is_empty(inside_));
}

TEST_F(TemporaryDirectoryTest, RemovesPipesAndSockets) {
  ASSERT_EQ(mkfifo((inside_ / "pipe").c_str(), 0600), 0);
  Empty();
  EXPECT_TRUE(fs::is_empty(inside_));
}

TEST_F(TemporaryDirectoryTest, WhatIsNotThereIsMadeAgain) {
  fs::remove(inside_);
  Empty();
  EXPECT_TRUE(fs::is_directory(inside_));
}

TEST_F(TemporaryDirectoryTest, AFileInItsPlaceIsReplaced) {
  fs::remove(inside_);
  Touch(inside_);
  Empty();
  EXPECT_TRUE(fs::is_directory(inside_));
}

TEST_F(TemporaryDirectoryTest, SeesWhatWasMadeSinceItWasLastEmptied) {
  for (int i = 0; i < 3; ++i) {
    Empty();
    Touch(inside_ / "file");
    Empty();
    EXPECT_TRUE(fs::is_empty(inside_));
  }
}

TEST_F(TemporaryDirectoryTest, KeepsNoFileOpen) {
  fs::create_directories(inside_ / "a/b");
  int before = dup(0);
  close(before);
  Empty();
  int after = dup(0);
  close(after);
  EXPECT_EQ(before, after);
}

TEST_F(TemporaryDirectoryTest, EndsOnWhatIsTooDeep) {
  fs::path deep = inside_;
  for (int i = 0; i < 40; ++i) deep /= "d";
  fs::create_directories(deep);
  Empty();  // What lies below the limit stays, and so do its parents.
  EXPECT_TRUE(fs::exists(inside_));
}

}  // namespace
}  // namespace detsim::runtime
