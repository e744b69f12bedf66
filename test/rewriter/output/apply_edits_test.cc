#include "rewriter/output/apply_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detsim::rewriter {
namespace {

// An edit that replaces the first `old_text` in the file.
void AddEdit(FileEdits& file, const std::string& old_text,
             const std::string& text) {
  const size_t offset = file.content.find(old_text);
  file.edits[offset] = {.offset = offset,
                        .length = old_text.size(),
                        .text = text,
                        .symbol = old_text,
                        .header = "detsim/std/mutex.h",
                        .line = 1,
                        .column = 1};
}

FileEdits File(const std::string& content) {
  FileEdits file;
  file.names = {"/p/a.cc"};
  file.content = content;
  return file;
}

TEST(ApplyEditsTest, ReplacesEachRange) {
  FileEdits file = File("std::mutex m; std::thread t;");
  AddEdit(file, "std::mutex", "detsim::mutex");
  AddEdit(file, "std::thread", "detsim::thread");
  EXPECT_EQ(ApplyEdits(file), "detsim::mutex m; detsim::thread t;");
}

TEST(ApplyEditsTest, WithoutEditsTheTextIsTheSame) {
  EXPECT_EQ(ApplyEdits(File("int a;\r\n\0x")), std::string("int a;\r\n\0x"));
}

TEST(ApplyEditsTest, ANameOnTwoLinesKeepsTheLineCount) {
  FileEdits file = File("std::\n  mutex m;\nint a;\n");
  AddEdit(file, "std::\n  mutex", "detsim::mutex");
  EXPECT_EQ(ApplyEdits(file), "detsim::mutex\n m;\nint a;\n");
}

TEST(ApplyEditsTest, ANameOnTwoLinesOfAMacroStaysInTheMacro) {
  FileEdits file = File("#define M std:: \\\n  mutex m;\n");
  AddEdit(file, "std:: \\\n  mutex", "detsim::mutex");
  EXPECT_EQ(ApplyEdits(file), "#define M detsim::mutex \\\n m;\n");
}

TEST(ApplyEditsDeathTest, OverlapsAreABugOfOurs) {
  FileEdits file = File("std::mutex m;");
  AddEdit(file, "std::mutex", "a");
  AddEdit(file, "mutex", "b");
  EXPECT_DEATH(ApplyEdits(file), "edits overlap");
}

TEST(DropEditsTest, AVoteAgainstDropsTheEdit) {
  FileEdits file = File("std::mutex m;");
  AddEdit(file, "std::mutex", "detsim::mutex");
  file.votes_against = {5};
  std::set<Note> notes;
  DropEdits(file, notes);
  EXPECT_THAT(file.edits, testing::IsEmpty());
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes.begin()->id, "conflict");
}

TEST(DropEditsTest, AVoteElsewhereDoesNot) {
  FileEdits file = File("std::mutex m;");
  AddEdit(file, "std::mutex", "detsim::mutex");
  file.votes_against = {10};
  std::set<Note> notes;
  DropEdits(file, notes);
  EXPECT_EQ(file.edits.size(), 1u);
  EXPECT_THAT(notes, testing::IsEmpty());
}

TEST(DropEditsTest, ACommentKeepsTheLine) {
  FileEdits file = File("std::mutex m;  // detsim: keep\n");
  AddEdit(file, "std::mutex", "detsim::mutex");
  std::set<Note> notes;
  DropEdits(file, notes);
  EXPECT_THAT(file.edits, testing::IsEmpty());
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes.begin()->id, "kept");
}

TEST(DropEditsTest, OfTwoOverlappingEditsTheFirstStays) {
  FileEdits file = File("std::mutex m;");
  AddEdit(file, "std::mutex", "a");
  AddEdit(file, "mutex", "b");
  std::set<Note> notes;
  DropEdits(file, notes);
  EXPECT_EQ(ApplyEdits(file), "a m;");
}

TEST(MergeFileTest, EditsOfBothUnitsCount) {
  FileEdits one = File("std::mutex m; std::thread t;");
  FileEdits other = one;
  AddEdit(one, "std::mutex", "detsim::mutex");
  AddEdit(other, "std::thread", "detsim::thread");
  other.names = {"/link/a.cc"};
  MergeFile(other, one);
  EXPECT_EQ(ApplyEdits(one), "detsim::mutex m; detsim::thread t;");
  EXPECT_THAT(one.names, testing::ElementsAre("/p/a.cc", "/link/a.cc"));
}

TEST(MergeFileTest, UnitsThatDisagreeDropTheEdit) {
  FileEdits one = File("NAME m;");
  FileEdits other = one;
  AddEdit(one, "NAME", "detsim::mutex");
  AddEdit(other, "NAME", "detsim::thread");
  MergeFile(other, one);
  std::set<Note> notes;
  DropEdits(one, notes);
  EXPECT_EQ(ApplyEdits(one), "NAME m;");
}

}  // namespace
}  // namespace detsim::rewriter
