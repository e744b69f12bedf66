#include "runtime/worker/private_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace detsim::runtime {
namespace {

namespace fs = std::filesystem;

void Write(const fs::path& path, const char* text) {
  std::ofstream(path) << text;
}

std::string Read(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> Names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename());
  return names;
}

// A model with a file, a link and a folder; the working directory is inside.
class PrivateFilesTest : public testing::Test {
 protected:
  PrivateFilesTest() {
    fs::create_directories(model_ / "inner");
    Write(model_ / "file", "text");
    Write(model_ / "inner/file", "inner text");
    Write(root_ / "original", "original");
    fs::create_symlink(root_ / "original", model_ / "link");
    start_ = fs::current_path();
    EXPECT_TRUE(RestoreFiles(copy_.c_str(), model_.c_str()));
    files_.Watch(copy_.c_str(), model_.c_str(), inner_.c_str());
    files_.Restore();
  }
  ~PrivateFilesTest() override {
    fs::current_path(start_);
    fs::remove_all(root_);
  }

  void RestoreAndExpectAll() {
    files_.Restore();
    EXPECT_EQ(Read(copy_ / "file"), "text");
    EXPECT_EQ(Read(copy_ / "inner/file"), "inner text");
    EXPECT_EQ(Read(copy_ / "link"), "original");
    EXPECT_EQ(Names(copy_).size(), 3u);
    EXPECT_EQ(Names(copy_ / "inner").size(), 1u);
    EXPECT_EQ(Read("file"), "inner text");
  }

  static fs::path MakeRoot() {
    char path[] = "/tmp/detsim_private_files_XXXXXX";
    return mkdtemp(path);
  }

  fs::path root_ = MakeRoot();
  fs::path start_;
  PrivateFiles files_;
  fs::path model_ = root_ / "model";
  fs::path copy_ = root_ / "copy";
  fs::path inner_ = copy_ / "inner";
};

struct Change {
  const char* name;
  void (*make)(const fs::path& copy);
};

class ChangeTest : public PrivateFilesTest,
                   public testing::WithParamInterface<Change> {};

TEST_P(ChangeTest, IsUndoneEveryTime) {
  for (int i = 0; i < 3; ++i) {
    GetParam().make(copy_);
    RestoreAndExpectAll();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Changes, ChangeTest,
    testing::Values(
        Change{"Nothing", [](const fs::path&) {}},
        Change{"NewFile", [](const fs::path& c) { Write(c / "new", "n"); }},
        Change{"NewFileInside",
               [](const fs::path& c) { Write(c / "inner/new", "n"); }},
        Change{"NewFolder",
               [](const fs::path& c) {
                 fs::create_directories(c / "new/a");
                 Write(c / "new/a/b", "n");
               }},
        Change{"OtherText",
               [](const fs::path& c) { Write(c / "file", "t3xt"); }},
        Change{"OtherTextInside",
               [](const fs::path& c) { Write(c / "inner/file", "other"); }},
        Change{"OtherMode",
               [](const fs::path& c) { chmod((c / "file").c_str(), 0400); }},
        Change{"LockedFolder",
               [](const fs::path& c) { chmod((c / "inner").c_str(), 0); }},
        Change{"RemovedFile",
               [](const fs::path& c) { fs::remove(c / "file"); }},
        Change{"RemovedLink",
               [](const fs::path& c) { fs::remove(c / "link"); }},
        Change{"RemovedWorkingDirectory",
               [](const fs::path& c) { fs::remove_all(c / "inner"); }},
        Change{"RemovedAll", [](const fs::path& c) { fs::remove_all(c); }},
        Change{"FileInItsPlace",
               [](const fs::path& c) {
                 fs::remove_all(c);
                 Write(c, "n");
               }},
        Change{"Renamed",
               [](const fs::path& c) { fs::rename(c / "file", c / "moved"); }},
        Change{"OtherTarget",
               [](const fs::path& c) {
                 fs::remove(c / "link");
                 fs::create_symlink("/nonexistent", c / "link");
               }},
        Change{"FileForLink",
               [](const fs::path& c) {
                 fs::remove(c / "link");
                 Write(c / "link", "original");
               }},
        Change{"OtherDirectory",
               [](const fs::path&) { fs::current_path("/"); }}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_F(PrivateFilesTest, WhatNobodyTouchedStays) {
  struct stat before;
  struct stat after;
  ASSERT_EQ(stat((copy_ / "file").c_str(), &before), 0);
  EXPECT_EQ(Read(copy_ / "file"), "text");
  files_.Restore();
  ASSERT_EQ(stat((copy_ / "file").c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(before.st_ctim.tv_nsec, after.st_ctim.tv_nsec);
}

// The watched folders are new ones after a removal.
TEST_F(PrivateFilesTest, FolderThatWasMadeAgainIsWatched) {
  fs::remove_all(copy_ / "inner");
  files_.Restore();
  Write(copy_ / "inner/new", "n");
  RestoreAndExpectAll();
}

TEST_F(PrivateFilesTest, WithoutAQueueEveryRunLooks) {
  close_range(400, 500, 0);  // Its descriptor, as a careless test would.
  Write(copy_ / "new", "n");
  RestoreAndExpectAll();
}

TEST_F(PrivateFilesTest, EntriesAreListedInTheSameOrder) {
  std::vector<std::string> before = Names(copy_);
  fs::remove(copy_ / "file");
  files_.Restore();
  EXPECT_EQ(Names(copy_), before);
}

TEST_F(PrivateFilesTest, KeepsNoFileOpen) {
  int before = dup(0);
  close(before);
  Write(copy_ / "new", "n");
  files_.Restore();
  int after = dup(0);
  close(after);
  EXPECT_EQ(before, after);
}

TEST(RestoreFilesTest, SaysThatTheModelIsMissing) {
  EXPECT_FALSE(RestoreFiles("/tmp/detsim_no_copy", "/nonexistent"));
}

}  // namespace
}  // namespace detsim::runtime
