#include "cmd/lib/private_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

namespace fs = std::filesystem;

// project/{top.txt,data/d.txt,.detsim/build/tests/near.txt}
class PrivateFolderTest : public testing::Test {
 protected:
  PrivateFolderTest() {
    char path[] = "/tmp/detsim_private_folder_XXXXXX";
    root_ = mkdtemp(path);
    place_.project = root_ + "/project";
    place_.out = place_.project + "/.detsim";
    place_.build = place_.out + "/build";
    place_.directory = place_.build + "/tests";
    Write(place_.project + "/top.txt");
    Write(place_.project + "/data/d.txt");
    Write(place_.directory + "/near.txt");
  }
  ~PrivateFolderTest() override { fs::remove_all(root_); }

  static void Write(const std::string& path, size_t size = 1) {
    ASSERT_TRUE(WriteFile(path, std::string(size, 'x')).ok());
  }
  std::string Make() {
    auto made = MakePrivateFolder(place_, place_.out + "/work/w000/files");
    EXPECT_TRUE(made.ok()) << made.status();
    return made.ok() ? *made : "/nonexistent";
  }

  std::string root_;
  NativePlace place_;
};

TEST_F(PrivateFolderTest, SmallFilesAreCopies) {
  std::string made = Make();
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(made + "/near.txt")));
  EXPECT_EQ(fs::last_write_time(made + "/near.txt"),
            fs::last_write_time(place_.directory + "/near.txt"));
}

TEST_F(PrivateFolderTest, BigFilesAndProgramsAreLinks) {
  Write(place_.directory + "/big.bin", 2 << 20);
  Write(place_.directory + "/program");
  fs::permissions(place_.directory + "/program", fs::perms::owner_all);
  std::string made = Make();
  EXPECT_EQ(fs::read_symlink(made + "/big.bin"), place_.directory + "/big.bin");
  EXPECT_TRUE(fs::is_symlink(made + "/program"));
}

TEST_F(PrivateFolderTest, SmallFoldersAreCopiesBigOnesLinks) {
  Write(place_.directory + "/small/a/b.txt");
  for (int i = 0; i < 100; ++i)
    Write(place_.directory + "/big/" + std::to_string(i));
  std::string made = Make();
  EXPECT_FALSE(fs::is_symlink(made + "/small/a/b.txt"));
  EXPECT_TRUE(fs::is_directory(fs::symlink_status(made + "/small")));
  EXPECT_TRUE(fs::is_symlink(made + "/big"));
  EXPECT_TRUE(fs::exists(made + "/big/99"));
}

TEST_F(PrivateFolderTest, BuildFolderIsSeenBelowTheProject) {
  std::string made = Make();
  EXPECT_TRUE(made.ends_with("/files/build/tests")) << made;
  EXPECT_TRUE(fs::exists(made + "/../../top.txt"));
  EXPECT_TRUE(fs::exists(made + "/../../data/d.txt"));
  EXPECT_TRUE(fs::exists(made + "/../tests/near.txt"));
}

TEST_F(PrivateFolderTest, ProjectsOwnBuildFolderStaysVisible) {
  Write(place_.project + "/build/theirs.txt");
  std::string made = Make();
  EXPECT_TRUE(fs::exists(made + "/../../build/theirs.txt"));
  EXPECT_TRUE(fs::exists(made + "/near.txt"));
}

TEST_F(PrivateFolderTest, OutputFolderIsNotVisible) {
  place_.directory = place_.project;
  std::string made = Make();
  EXPECT_TRUE(fs::exists(made + "/top.txt"));
  EXPECT_FALSE(fs::exists(fs::symlink_status(made + "/.detsim")));
}

TEST_F(PrivateFolderTest, FolderElsewhereStandsAlone) {
  place_.directory = root_ + "/elsewhere";
  Write(place_.directory + "/e.txt");
  std::string made = Make();
  EXPECT_EQ(made, place_.out + "/work/w000/files");
  EXPECT_TRUE(fs::exists(made + "/e.txt"));
}

TEST_F(PrivateFolderTest, WhatAnEarlierOneLeftIsGone) {
  Write(Make() + "/left.txt");
  EXPECT_FALSE(fs::exists(Make() + "/left.txt"));
}

TEST_F(PrivateFolderTest, DanglingLinksAreKept) {
  fs::create_symlink("/nonexistent", place_.directory + "/dangling");
  std::string made = Make();
  EXPECT_TRUE(fs::is_symlink(made + "/dangling"));
}

}  // namespace
}  // namespace detsim::cmd
