// What touches the disk: whole files, trees, the cache of units.
#include "rewriter/output/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "rewriter/output/tree.h"
#include "rewriter/output/unit_cache.h"
#include "test/rewriter/scratch.h"

namespace detsim::rewriter {
namespace {

namespace fs = std::filesystem;

TEST(FilesTest, WritesBelowNewDirectories) {
  ScratchDirectory scratch;
  EXPECT_TRUE(WriteFile(scratch.Path("a/b/c"), "text").ok());
  EXPECT_EQ(scratch.Read("a/b/c"), "text");
}

TEST(FilesTest, LeavesNoTemporaryBehind) {
  ScratchDirectory scratch;
  scratch.Write("a", "text");
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch.path()),
                          fs::directory_iterator()),
            1);
}

TEST(FilesTest, AnUnchangedFileKeepsItsTime) {
  ScratchDirectory scratch;
  const std::string path = scratch.Write("a", "text");
  const auto old = fs::last_write_time(path) - std::chrono::hours(1);
  fs::last_write_time(path, old);
  ASSERT_TRUE(WriteFileIfChanged(path, "text").ok());
  EXPECT_EQ(fs::last_write_time(path), old);
  ASSERT_TRUE(WriteFileIfChanged(path, "other").ok());
  EXPECT_NE(fs::last_write_time(path), old);
}

TEST(FilesTest, ADeviceIsWrittenTo) {
  EXPECT_TRUE(WriteFile("/dev/null", "text").ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THAT(std::string(WriteFile("/dev/full", "text").message()),
              testing::StartsWith("cannot write /dev/full: No space left"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(FilesTest, ALinkLeadsToTheFile) {
  ScratchDirectory scratch;
  scratch.Write("a/file", "old");
  fs::create_symlink("a/file", scratch.Path("link"));
  EXPECT_TRUE(WriteFile(scratch.Path("link"), "new").ok());
  EXPECT_TRUE(fs::is_symlink(scratch.Path("link")));
  EXPECT_EQ(scratch.Read("a/file"), "new");
}

TEST(FilesTest, AFolderIsNotReplaced) {
  ScratchDirectory scratch;
  EXPECT_FALSE(WriteFile(scratch.path(), "text").ok());
  EXPECT_TRUE(fs::is_directory(scratch.path()));
}

TEST(FilesTest, SaysWhichFileItCannotRead) {
  absl::StatusOr<std::string> text = ReadFile("/no/such/file");
  ASSERT_FALSE(text.ok());
  EXPECT_THAT(std::string(text.status().message()),
              testing::HasSubstr("/no/such/file"));
}

TEST(FilesTest, AFolderIsNoFileToRead) { EXPECT_FALSE(ReadFile("/").ok()); }

FileEdits MutexFile(const std::string& path) {
  FileEdits file;
  file.names = {path};
  file.content = "std::mutex m;\n";
  file.edits[0] = {.offset = 0,
                   .length = 10,
                   .text = "detsim::mutex",
                   .symbol = "std::mutex",
                   .header = "detsim/std/mutex.h",
                   .line = 1,
                   .column = 1};
  return file;
}

TEST(TreeTest, HoldsTheRewrittenTextsAndCopiesOfTheRest) {
  ScratchDirectory scratch;
  scratch.Write("p/src/a.cc", "std::mutex m;\n");
  scratch.Write("p/README.md", "read me");
  scratch.Write("p/.git/config", "git");
  scratch.Write("p/build/CMakeCache.txt", "cache");
  ASSERT_TRUE(WriteTree(scratch.Path("p"),
                        {MutexFile(scratch.Path("p/src/a.cc"))},
                        scratch.Path("p/.detsim/tree"))
                  .ok());
  EXPECT_EQ(scratch.Read("p/.detsim/tree/src/a.cc"), "detsim::mutex m;\n");
  EXPECT_EQ(scratch.Read("p/.detsim/tree/README.md"), "read me");
  EXPECT_FALSE(scratch.Exists("p/.detsim/tree/.git"));
  EXPECT_FALSE(scratch.Exists("p/.detsim/tree/build"));
  EXPECT_EQ(scratch.Read("p/src/a.cc"), "std::mutex m;\n");
}

TEST(TreeTest, PathsOutsideTheProjectGoAside) {
  EXPECT_EQ(TreePath("/p/a/b.h", "/p", "/out"), "/out/a/b.h");
  EXPECT_EQ(TreePath("/q/b.h", "/p", "/out"), "/out/outside/q/b.h");
}

class UnitCacheTest : public testing::Test {
 protected:
  UnitCacheTest()
      : source_(scratch_.Write("a.cc", "std::mutex m;\n")),
        header_(scratch_.Write("a.h", "int a;\n")),
        cache_(scratch_.Path("state"), "/b/a.o") {
    result_.file = source_;
    result_.files = {MutexFile(source_)};
    result_.feature_macros = {"-D_GNU_SOURCE="};
    result_.inputs = {source_, header_};
  }

  void Store() { ASSERT_TRUE(cache_.Store("key", result_).ok()); }

  ScratchDirectory scratch_;
  std::string source_;
  std::string header_;
  UnitCache cache_;
  UnitResult result_;
};

TEST_F(UnitCacheTest, FindsWhatWasStored) {
  Store();
  std::optional<StoredUnit> unit = cache_.LookUp("key");
  ASSERT_TRUE(unit.has_value());
  EXPECT_THAT(unit->headers, testing::ElementsAre("detsim/std/mutex.h"));
  EXPECT_THAT(unit->feature_macros, testing::ElementsAre("-D_GNU_SOURCE="));
  EXPECT_TRUE(fs::exists(unit->overlay));
}

TEST_F(UnitCacheTest, AnotherKeyIsAMiss) {
  Store();
  EXPECT_FALSE(cache_.LookUp("other").has_value());
}

TEST_F(UnitCacheTest, AChangedHeaderIsAMiss) {
  Store();
  scratch_.Write("a.h", "int b;\n");
  fs::last_write_time(header_,
                      fs::last_write_time(header_) + std::chrono::seconds(2));
  EXPECT_FALSE(cache_.LookUp("key").has_value());
}

TEST_F(UnitCacheTest, ATouchedHeaderIsAHit) {
  Store();
  fs::last_write_time(header_,
                      fs::last_write_time(header_) + std::chrono::hours(2));
  EXPECT_TRUE(cache_.LookUp("key").has_value());
}

TEST_F(UnitCacheTest, ARemovedHeaderIsAMiss) {
  Store();
  fs::remove(header_);
  EXPECT_FALSE(cache_.LookUp("key").has_value());
}

TEST_F(UnitCacheTest, ADamagedManifestIsAMiss) {
  Store();
  for (const auto& unit : fs::directory_iterator(scratch_.Path("state/units")))
    ASSERT_TRUE(WriteFile((unit.path() / "manifest.json").string(), "{").ok());
  EXPECT_FALSE(cache_.LookUp("key").has_value());
}

TEST_F(UnitCacheTest, AFileThatChangedWhileItWasReadIsNotCached) {
  scratch_.Write("a.cc", "std::thread t;\n");
  Store();
  EXPECT_FALSE(cache_.LookUp("key").has_value());
}

TEST_F(UnitCacheTest, AUnitWithoutEditsNeedsNoOverlay) {
  result_.files[0].edits.clear();
  Store();
  std::optional<StoredUnit> unit = cache_.LookUp("key");
  ASSERT_TRUE(unit.has_value());
  EXPECT_EQ(unit->overlay, "");
  EXPECT_THAT(unit->headers, testing::IsEmpty());
}

}  // namespace
}  // namespace detsim::rewriter
