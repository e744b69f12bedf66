#include "cmd/lib/trace_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cmd/lib/artifact.h"
#include "cmd/lib/files.h"
#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using runtime::Trace;
using testing::HasSubstr;

TEST(LoadTraceTest, FindsTheTraceOfAFailure) {
  std::string folder = testing::TempDir() + "/load_trace";
  Trace trace = SampleTrace("/p");
  Artifact artifact;
  artifact.test = "QueueTest.Drains";
  artifact.identity.kind = runtime::Verdict::kDeadlock;
  artifact.request.strategy = "replay";
  ASSERT_TRUE(WriteArtifact(folder + "/a.min.json", artifact, &trace).ok());
  auto loaded = LoadTrace(folder + "/a.min.json");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->trace, trace);
  EXPECT_EQ(loaded->warning, "");
  EXPECT_EQ(LoadTrace(folder + "/a.min.trace")->trace, trace);
}

class TraceOfAFailureTest : public testing::Test {
 protected:
  // What is said when `trace` lies beside the failure of SampleTrace().
  static std::string Problem(const Trace& trace) {
    std::string folder = testing::TempDir() + "/trace_of_a_failure";
    Artifact artifact;
    artifact.test = SampleTrace("/p").test;
    artifact.identity.kind = runtime::Verdict::kDeadlock;
    artifact.request.strategy = "replay";
    EXPECT_TRUE(WriteArtifact(folder + "/a.json", artifact, &trace).ok());
    std::string problem(LoadTrace(folder + "/a.json").status().message());
    EXPECT_EQ(problem.find("cannot use " + folder + "/a.trace for "), 0u);
    return problem;
  }
};

TEST_F(TraceOfAFailureTest, OfAnotherTestIsOneClearLine) {
  Trace trace = SampleTrace("/p");
  trace.test = "QueueTest\nFills";
  EXPECT_THAT(Problem(trace), HasSubstr("it is of another test, QueueTest "
                                        "Fills, not of QueueTest.Drains"));
}

TEST_F(TraceOfAFailureTest, OfAnotherRunIsOneClearLine) {
  Trace trace = SampleTrace("/p");
  trace.trace_hash = 0xabc;
  EXPECT_THAT(Problem(trace),
              HasSubstr("it is of another run, with trace hash "
                        "0000000000000abc, not 0000000000000000"));
}

TEST_F(TraceOfAFailureTest, TornOneIsShown) {
  std::string folder = testing::TempDir() + "/torn_trace_of_a_failure";
  Trace trace = SampleTrace("/p");
  Artifact artifact;
  artifact.test = trace.test;
  artifact.identity.kind = runtime::Verdict::kDeadlock;
  artifact.request.strategy = "replay";
  ASSERT_TRUE(WriteArtifact(folder + "/a.json", artifact, &trace).ok());
  std::string path = folder + "/a.trace";
  ASSERT_TRUE(WriteFile(path, ReadFile(path)->substr(0, 20)).ok());
  auto loaded = LoadTrace(folder + "/a.json");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_THAT(loaded->warning, HasSubstr("cut off"));
}

TEST(LoadTraceTest, DamagedTraceComesWithAWarning) {
  std::string bytes = EncodeTrace(SampleTrace("/p"));
  std::string path = testing::TempDir() + "/cut.trace";
  ASSERT_TRUE(
      WriteFile(path, std::string_view(bytes).substr(0, bytes.size() - 1))
          .ok());
  auto loaded = LoadTrace(path);
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(loaded->warning, HasSubstr("cut off"));
}

TEST(LoadTraceTest, ForeignFileIsOneClearLine) {
  std::string path = testing::TempDir() + "/foreign.trace";
  ASSERT_TRUE(WriteFile(path, "hello").ok());
  EXPECT_EQ(LoadTrace(path).status().message(),
            "cannot use " + path + ": not a detsim trace");
  EXPECT_EQ(LoadTrace("/nonexistent").status().message(),
            "cannot read /nonexistent: No such file or directory");
}

TEST(LoadTraceTest, NewerVersionIsOneClearLine) {
  std::string bytes = EncodeTrace(SampleTrace("/p"));
  bytes[8] = 9;
  std::string path = testing::TempDir() + "/newer.trace";
  ASSERT_TRUE(WriteFile(path, bytes).ok());
  EXPECT_EQ(LoadTrace(path).status().message(),
            "cannot use " + path +
                ": trace version 9; this detsim reads "
                "versions 1 to 2");
}

}  // namespace
}  // namespace detsim::cmd
