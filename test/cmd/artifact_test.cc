#include "cmd/lib/artifact.h"

#include <gtest/gtest.h>

#include "cmd/lib/files.h"

namespace detsim::cmd {
namespace {

using runtime::ChildThreadKey;
using runtime::kMainThreadKey;
using runtime::Stream;

Artifact MakeArtifact() {
  Artifact artifact;
  artifact.test = "QueueTest.Drains";
  artifact.program = "queue_test";
  artifact.binary = "tests/queue_test";
  artifact.binary_hash = "0123456789abcdef";
  artifact.project = "/home/me/queue";
  artifact.build = {.cmake_arguments = {"-DFOO=ON"},
                    .compiler_arguments = {"-DBAR"},
                    .scope = {"src", "!*/generated/*"},
                    .keep_optimization = true};
  artifact.identity = {.kind = runtime::Verdict::kDeadlock,
                       .test = "QueueTest.Drains",
                       .place = "wait queue.cc:41",
                       .message = ""};
  artifact.message = "no thread can go on";
  artifact.location = "queue.cc:41";
  artifact.seed = 17;
  artifact.strategy = "random";
  artifact.request.arguments = {"--gtest_filter=QueueTest.Drains"};
  artifact.request.strategy = "replay";
  artifact.request.first_seed = 17;
  artifact.request.profile = {.steps = 10, .accesses = 20, .threads = 3};
  artifact.request.profile.pairs[3] = {~uint64_t{0}, 1};
  artifact.request.profile.pairs[4] = {0, 2};
  artifact.request.profile.yields[0].runs = 7;
  artifact.request.options.preempt_memory = false;
  artifact.request.options.hang_ms = 1234;
  artifact.request.fork_each = true;
  artifact.request.record_trace = true;
  artifact.threads = {{.path = "0"},
                      {.path = "0.0", .name = "w", .spawned = "pool.cc:3"}};
  artifact.request.choices = {
      {{.thread = kMainThreadKey, .operation = 5, .stream = Stream::kSchedule},
       ChildThreadKey(kMainThreadKey, 0)},
      {{.thread = ChildThreadKey(kMainThreadKey, 0),
        .operation = 7,
        .sub = 3,
        .stream = Stream::kAccess},
       kMainThreadKey},
      {{.thread = 99, .operation = 1, .stream = Stream::kValue},
       0xffffffffffffffffull}};
  artifact.summary.seed = 17;
  artifact.summary.verdict = runtime::Verdict::kDeadlock;
  artifact.summary.trace_hash = 0xfedcba9876543210ull;
  artifact.summary.decisions = 212;
  artifact.summary.unusual = 3;
  artifact.summary.steps = 99;
  artifact.reproduce = "detsim-test --dir=. --replay=x.json";
  artifact.trace_file = "x.trace";
  return artifact;
}

// A run that was drawn anew from a decision on, and whose process was killed.
TEST(ArtifactTest, KeepsWhereARedrawBegins) {
  Artifact artifact = MakeArtifact();
  artifact.request.strategy = "redraw";
  artifact.request.replayed = 12;
  auto read = DecodeArtifact(EncodeArtifact(artifact));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->request.strategy, "redraw");
  EXPECT_EQ(read->request.replayed, 12u);
  EXPECT_EQ(read->request.choices, artifact.request.choices);
}

TEST(ArtifactTest, ReadsWhatItWrote) {
  Artifact artifact = MakeArtifact();
  auto read = DecodeArtifact(EncodeArtifact(artifact));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->test, artifact.test);
  EXPECT_EQ(read->identity, artifact.identity);
  EXPECT_EQ(read->build.scope, artifact.build.scope);
  EXPECT_TRUE(read->build.keep_optimization);
  EXPECT_EQ(read->request.arguments, artifact.request.arguments);
  EXPECT_EQ(read->request.strategy, "replay");
  EXPECT_EQ(read->request.profile, artifact.request.profile);
  EXPECT_EQ(read->request.options, artifact.request.options);
  EXPECT_EQ(read->request.choices, artifact.request.choices);
  EXPECT_TRUE(read->request.fork_each);
  EXPECT_TRUE(read->request.record_trace);
  EXPECT_EQ(read->summary.trace_hash, artifact.summary.trace_hash);
  EXPECT_EQ(read->binary_hash, artifact.binary_hash);
  EXPECT_EQ(EncodeArtifact(*read), EncodeArtifact(artifact));
}

TEST(ArtifactTest, ChoicesNameThreadsByPathOneOnALine) {
  std::string text = EncodeArtifact(MakeArtifact());
  EXPECT_NE(text.find("\n    [\"schedule\",\"0\",5,0,\"0.0\"],\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n    [\"access\",\"0.0\",7,3,\"0\"],\n"),
            std::string::npos)
      << text;
}

TEST(ArtifactTest, CarriedStateKeepsItsBatch) {
  Artifact artifact = MakeArtifact();
  artifact.request.strategy = "pct";
  artifact.request.first_seed = 2;
  artifact.request.count = 16;
  artifact.request.choices.clear();
  auto read = DecodeArtifact(EncodeArtifact(artifact));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(read->carried_state());
  artifact.request.count = 1;  // From its seed, alone.
  EXPECT_FALSE(artifact.carried_state());
  EXPECT_EQ(read->request.count, 16u);
  EXPECT_FALSE(read->request.fork_each);
  EXPECT_FALSE(read->request.record_trace);
}

TEST(ArtifactTest, OutputThatIsNotUtf8IsKeptReadable) {
  Artifact artifact = MakeArtifact();
  artifact.message = "bad \xff byte";
  EXPECT_TRUE(DecodeArtifact(EncodeArtifact(artifact)).ok());
}

TEST(ArtifactTest, EveryPrefixIsRefused) {
  std::string text = EncodeArtifact(MakeArtifact());
  // The last two bytes are "}\n".
  for (size_t size = 0; size + 2 < text.size(); ++size)
    EXPECT_FALSE(DecodeArtifact(text.substr(0, size)).ok()) << size;
}

TEST(ArtifactTest, EveryFlippedBitIsReadOrRefusedInOneLine) {
  const std::string text = EncodeArtifact(MakeArtifact());
  size_t refused = 0;
  for (size_t bit = 0; bit < text.size() * 8; ++bit) {
    std::string damaged = text;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    auto read = DecodeArtifact(damaged);
    if (read.ok()) {
      EXPECT_GT(read->request.count, 0u);
      continue;
    }
    ++refused;
    EXPECT_EQ(read.status().message().find('\n'), std::string::npos)
        << read.status().message();
  }
  EXPECT_GT(refused, text.size());
}

TEST(ArtifactTest, CutOffFileIsNamedSo) {
  std::string text = EncodeArtifact(MakeArtifact());
  auto read = DecodeArtifact(text.substr(0, text.size() / 2));
  EXPECT_EQ(read.status().message(), "it is cut off or damaged");
}

TEST(ArtifactTest, NestedDeeperThanAnyFailureIsRefused) {
  std::string text = R"({"format": "detsim failure", "version": )" +
                     std::string(1'000'000, '[') + std::string(1'000'000, ']') +
                     "}";
  EXPECT_EQ(DecodeArtifact(text).status().message(),
            "it is damaged: it is nested too deeply");
}

TEST(ArtifactTest, ForeignFilesAreNamedSo) {
  for (const char* text : {"", "hello", "[1, 2]", "{}", "{\"version\": 1}"})
    EXPECT_EQ(DecodeArtifact(text).status().message(),
              "it is not a failure that detsim-test wrote")
        << text;
}

TEST(ArtifactTest, LaterVersionIsRefused) {
  std::string text = EncodeArtifact(MakeArtifact());
  size_t at = text.find("\"version\": 1");
  text.replace(at, 12, "\"version\": 9");
  EXPECT_EQ(DecodeArtifact(text).status().message(),
            "its version is 9; this detsim reads version 1");
}

TEST(ArtifactTest, MissingFieldIsRefused) {
  std::string text = EncodeArtifact(MakeArtifact());
  size_t at = text.find("\"seed\"");
  text.replace(at, 6, "\"sead\"");
  auto read = DecodeArtifact(text);
  EXPECT_FALSE(read.ok());
  EXPECT_NE(read.status().message().find("seed"), absl::string_view::npos);
}

TEST(ArtifactTest, RunsThatNoWorkerWouldTakeAreRefused) {
  Artifact artifact = MakeArtifact();
  artifact.request.count = 0;
  EXPECT_EQ(DecodeArtifact(EncodeArtifact(artifact)).status().message(),
            "it is damaged: it asks for 0 runs");
  artifact.request.count = 2;
  artifact.request.scripts.resize(1);
  EXPECT_EQ(DecodeArtifact(EncodeArtifact(artifact)).status().message(),
            "it is damaged: it has 1 scripts for 2 runs");
  artifact.request.scripts.clear();
  artifact.request.strategy = "luck";
  EXPECT_EQ(DecodeArtifact(EncodeArtifact(artifact)).status().message(),
            "it is damaged: there is no strategy luck");
}

TEST(ArtifactTest, StrangeChoiceIsRefused) {
  std::string text = EncodeArtifact(MakeArtifact());
  size_t at = text.find("\"schedule\"");
  text.replace(at, 10, "\"shedules\"");
  EXPECT_FALSE(DecodeArtifact(text).ok());
}

TEST(ArtifactTest, KeepsWhichRacesToLookFor) {
  Artifact artifact = MakeArtifact();
  EXPECT_EQ(DecodeArtifact(EncodeArtifact(artifact))->request.find_races_every,
            0u);
  artifact.request.find_races_every = 1;
  artifact.request.race_watches = {{0x401000, 0x7fff0008}, {1, ~uint64_t{0}}};
  auto read = DecodeArtifact(EncodeArtifact(artifact));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->request.find_races_every, 1u);
  EXPECT_EQ(read->request.race_watches, artifact.request.race_watches);
}

TEST(ArtifactTest, OfTooManyWatchedRacesSomeAreLeftOut) {
  Artifact artifact = MakeArtifact();
  artifact.request.find_races_every = 1;
  artifact.request.race_watches.resize(runtime::kRaceWatchesMax + 1);
  auto read = DecodeArtifact(EncodeArtifact(artifact));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->request.race_watches.size(), runtime::kRaceWatchesMax);
}

TEST(ArtifactTest, KeepsHowARunBranchedOff) {
  Artifact artifact = MakeArtifact();
  artifact.request.strategy = "portfolio";
  runtime::RunScript& script = artifact.request.scripts.emplace_back();
  script.choices = artifact.request.choices;
  script.replayed = 12;
  script.redrawn = Stream::kTime;
  auto read = DecodeArtifact(EncodeArtifact(artifact));
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_EQ(read->request.scripts.size(), 1u);
  EXPECT_EQ(read->request.scripts[0].choices, script.choices);
  EXPECT_EQ(read->request.scripts[0].replayed, 12u);
  EXPECT_EQ(read->request.scripts[0].redrawn, Stream::kTime);
}

TEST(ArtifactNameTest, IsAFileName) {
  runtime::FailureIdentity identity = {.kind = runtime::Verdict::kCrash,
                                       .test = "All/Param.Works/1"};
  std::string name = ArtifactName(identity);
  EXPECT_EQ(name.find("All-Param.Works-1-crash-"), 0u) << name;
  identity.test = std::string(5000, 'x');
  EXPECT_LT(ArtifactName(identity).size(), 200u);
}

TEST(ReadArtifactTest, ErrorNamesTheFile) {
  std::string path = testing::TempDir() + "/foreign.json";
  ASSERT_TRUE(WriteFile(path, "project(queue)\n").ok());
  auto read = ReadArtifact(path);
  EXPECT_EQ(
      read.status().message(),
      "cannot use " + path + ": it is not a failure that detsim-test wrote");
}

TEST(KeyOfPathTest, FollowsTheSpawns) {
  EXPECT_EQ(KeyOfPath("0"), kMainThreadKey);
  EXPECT_EQ(KeyOfPath("0.2.0"),
            ChildThreadKey(ChildThreadKey(kMainThreadKey, 2), 0));
  EXPECT_EQ(KeyOfPath("1"), 0u);
  EXPECT_EQ(KeyOfPath("0.x"), 0u);
  EXPECT_EQ(KeyOfPath(""), 0u);
}

}  // namespace
}  // namespace detsim::cmd
