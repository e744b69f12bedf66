#include "cmd/lib/corpus_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_replace.h"
#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

using runtime::Choice;
using runtime::Stream;
using testing::HasSubstr;

StoredCorpus SomeCorpus() {
  StoredCorpus corpus;
  corpus.test = "Queue.Drains/\"0\"";
  corpus.binary_hash = "0123";
  corpus.stall_ns_max = 17;
  corpus.data.runs = 40;
  corpus.data.seen = {{3, 1}, {8191, 40}};
  runtime::CorpusEntry entry;
  entry.seed = 12;
  entry.watches = true;
  entry.choices = {{{.thread = 0xdeadbeef12345678, .operation = 5}, 99},
                   {{.thread = 7, .operation = 6, .stream = Stream::kTime}, 1}};
  entry.marks = {{.questions = 30, .mark = 3, .choices = 1},
                 {.questions = 31, .mark = 8191, .choices = 2}};
  corpus.data.entries = {entry, entry};
  return corpus;
}

TEST(CorpusFileTest, WhatIsWrittenIsReadBack) {
  StoredCorpus corpus = SomeCorpus();
  auto read = DecodeCorpus(EncodeCorpus(corpus));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->test, corpus.test);
  EXPECT_EQ(read->binary_hash, corpus.binary_hash);
  EXPECT_EQ(read->preempt_memory, corpus.preempt_memory);
  EXPECT_EQ(read->stall_ns_max, corpus.stall_ns_max);
  EXPECT_EQ(read->data, corpus.data);
}

TEST(CorpusFileTest, EveryCutIsOneClearLine) {
  std::string text = EncodeCorpus(SomeCorpus());
  for (size_t size = 0; size + 2 < text.size(); size += 7) {
    auto read = DecodeCorpus(text.substr(0, size));
    ASSERT_FALSE(read.ok()) << size;
    EXPECT_EQ(read.status().message().find('\n'), std::string::npos);
  }
}

struct DamageCase {
  const char* from;
  const char* to;
  const char* message;
};

class DamageTest : public testing::TestWithParam<DamageCase> {};

TEST_P(DamageTest, IsNamed) {
  std::string text = EncodeCorpus(SomeCorpus());
  ASSERT_THAT(text, HasSubstr(GetParam().from));
  absl::StrReplaceAll({{GetParam().from, GetParam().to}}, &text);
  auto read = DecodeCorpus(text);
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(std::string(read.status().message()),
              HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, DamageTest,
    testing::Values(
        DamageCase{"detsim corpus", "other", "not a corpus"},
        DamageCase{"\"version\": 1", "\"version\": 9", "its version is 9"},
        DamageCase{"[3,30,1]", "[49152,30,1]", "strange mark [49152,30,1]"},
        DamageCase{"[3,30,1]", "[3,30,5]", "strange mark [3,30,5]"},
        DamageCase{"[3,30,1]", "[3,0,1]", "strange mark [3,0,1]"},
        DamageCase{"[3,30,1]", "[3,30]", "it is damaged"},
        DamageCase{"[3,30,1]", "\"x\"", "it is damaged"},
        DamageCase{"\"schedule\"", "\"shedule\"", "strange choice"},
        DamageCase{"\"seen\": [[3,1],", "\"seen\": [[99999,1],",
                   "strange mark"},
        DamageCase{"\"runs\": 40", "\"runs\": \"x\"", "it is damaged"}));

class ReadCorporaTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(out_);
    test_.name = "A.B";
    test_.program = "app";
    test_.binary = out_ + "/app";
    ASSERT_TRUE(WriteFile(test_.binary, "machine code").ok());
    corpus_ = SomeCorpus();
    corpus_.binary_hash = HashFile(test_.binary);
    corpus_.stall_ns_max = options_.stall_ns_max;
  }
  absl::StatusOr<StoredCorpus> Read() {
    auto corpora = ReadCorpora({test_}, options_, out_);
    if (!corpora.ok()) return corpora.status();
    return corpora->at(0);
  }

  const std::string out_ = testing::TempDir() + "/corpus_file_test";
  runtime::RunOptions options_;
  TestCase test_;
  StoredCorpus corpus_;
};

TEST_F(ReadCorporaTest, WithoutAFileItIsEmpty) {
  auto read = Read();
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->data.entries.empty());
  EXPECT_EQ(read->stale, 0u);
}

TEST_F(ReadCorporaTest, SameBinaryGoesOn) {
  ASSERT_TRUE(WriteCorpus(test_, corpus_, out_).ok());
  auto read = Read();
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->data, corpus_.data);
}

TEST_F(ReadCorporaTest, EntriesOfAnotherBinaryAreStale) {
  ASSERT_TRUE(WriteCorpus(test_, corpus_, out_).ok());
  ASSERT_TRUE(WriteFile(test_.binary, "other machine code").ok());
  auto read = Read();
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->data.entries.empty());
  EXPECT_EQ(read->data.runs, 0u);
  EXPECT_EQ(read->stale, 2u);
}

TEST_F(ReadCorporaTest, EntriesOfOtherOptionsAreStale) {
  ASSERT_TRUE(WriteCorpus(test_, corpus_, out_).ok());
  options_.preempt_memory = false;
  EXPECT_EQ(Read()->stale, 2u);
}

TEST_F(ReadCorporaTest, ADamagedFileIsNamed) {
  std::string path = out_ + "/" + CorpusPath(test_);
  ASSERT_TRUE(WriteFile(path, "{\"format\": \"detsim cor").ok());
  auto read = Read();
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().message(),
            "cannot use " + path +
                ": it is cut off or damaged; without it a new one is begun");
}

TEST_F(ReadCorporaTest, NothingIsWrittenForNothing) {
  corpus_.data.entries.clear();
  ASSERT_TRUE(WriteCorpus(test_, corpus_, out_).ok());
  EXPECT_FALSE(std::filesystem::exists(out_ + "/" + CorpusPath(test_)));
}

TEST(CorpusPathTest, IsAFileNameForAnyTest) {
  TestCase test;
  test.name = "All/Typed<int*>.Do es";
  test.program = "app";
  std::string path = CorpusPath(test);
  EXPECT_TRUE(path.starts_with("corpus/All-Typed-int--.Do-es-"));
  TestCase other = test;
  other.name = "All/Typed<int&>.Do es";
  EXPECT_NE(CorpusPath(other), path);
}

}  // namespace
}  // namespace detsim::cmd
