#include "cmd/lib/trace_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using Json = nlohmann::ordered_json;
using runtime::Trace;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TraceJsonTest, SaysWhatTheRunWas) {
  Json json = TraceJson(SampleTrace("/p"));
  EXPECT_EQ(json["format"], "detsim trace");
  EXPECT_EQ(json["version"], kTraceJsonVersion);
  EXPECT_EQ(json["test"], "QueueTest.Drains");
  EXPECT_EQ(json["verdict"], "deadlock");
  EXPECT_EQ(json["failed"], true);
  EXPECT_EQ(json["seed"], 17);
  EXPECT_EQ(json["unusual"], 1);
}

TEST(TraceJsonTest, StepsReferToThreadsObjectsAndPlaces) {
  Json json = TraceJson(SampleTrace("/p"));
  ASSERT_EQ(json["events"].size(), 9u);
  const Json& lock = json["events"][1];
  EXPECT_EQ(lock["step"], 2);
  EXPECT_EQ(lock["operation"], "lock");
  EXPECT_EQ(lock["text"], "lock mutex #1");
  EXPECT_EQ(json["threads"][lock["thread"].get<size_t>()]["label"], "main");
  EXPECT_EQ(json["places"][lock["place"].get<size_t>()]["text"], "queue.cc:2");
  EXPECT_EQ(json["objects"][0]["number"], lock["object"]);
  EXPECT_FALSE(lock.contains("choice"));
}

TEST(TraceJsonTest, ChoiceSaysWhoRanInstead) {
  Json choice = TraceJson(SampleTrace("/p"))["events"][2];
  EXPECT_EQ(choice["choice"], "schedule");
  EXPECT_EQ(choice["chosen"], 1);
  EXPECT_EQ(choice["text"],
            "PREEMPTED before notify_all: T1 (worker) runs instead");
}

TEST(TraceJsonTest, HoldsAndBlockingsCountStepsFromOne) {
  Json json = TraceJson(SampleTrace("/p"));
  EXPECT_EQ(json["holds"], Json::parse(R"([{"thread": 0, "object": 1,
      "shared": false, "from": 2, "to": null}])"));
  EXPECT_EQ(json["blockings"], Json::parse(R"([
      {"thread": 1, "object": 2, "operation": "wait", "from": 7, "to": null,
       "woken_by": null},
      {"thread": 0, "object": 0, "operation": "join", "from": 9, "to": null,
       "woken_by": null}])"));
}

TEST(TraceJsonTest, EndSaysWhoWaitsForWhat) {
  Json json = TraceJson(SampleTrace("/p"));
  EXPECT_EQ(json["end"][0], "main waits for the end of T1 (worker)");
  EXPECT_THAT(json["notes"][0].get<std::string>(),
              HasSubstr("came before T1 (worker) began to wait"));
}

TEST(TraceJsonTest, PassedRunHasNotFailed) {
  Trace trace = SampleTrace("/p");
  trace.verdict = runtime::Verdict::kInconclusive;
  EXPECT_EQ(TraceJson(trace)["failed"], false);
}

TEST(TraceJsonTest, WhatIsNotTextIsReplaced) {
  Trace trace = SampleTrace("/p");
  trace.test = "Bad\xff.Name";
  trace.message = "\x1b[31mred\xfe";
  Json json = Json::parse(JsonText(TraceJson(trace)));
  EXPECT_EQ(json["test"], "Bad\uFFFD.Name");
  EXPECT_EQ(json["message"], "\\x1b[31mred\\xfe");
}

TEST(TraceJsonTest, EmptyRunIsNoProblem) {
  Trace trace;
  trace.locations.emplace_back();
  trace.threads.emplace_back();
  EXPECT_EQ(TraceJson(trace)["events"].size(), 0u);
  EXPECT_GT(PerfettoJson(trace)["traceEvents"].size(), 0u);
}

std::vector<Json> Phase(const Json& json, const std::string& phase) {
  std::vector<Json> found;
  for (const Json& event : json["traceEvents"]) {
    if (event["ph"] == phase) found.push_back(event);
  }
  return found;
}

TEST(PerfettoJsonTest, ThreadsAndLocksAreNamed) {
  std::vector<std::string> names;
  for (const Json& event : Phase(PerfettoJson(SampleTrace("/p")), "M")) {
    if (event["args"].contains("name")) names.push_back(event["args"]["name"]);
  }
  EXPECT_THAT(names, ElementsAre("QueueTest.Drains", "locks", "main",
                                 "T1 (worker)", "mutex #1"));
}

TEST(PerfettoJsonTest, SlicesOfAThreadDoNotOverlap) {
  Json json = PerfettoJson(SampleTrace("/p"));
  std::map<uint64_t, std::map<uint64_t, uint64_t>> slices;  // Start to end.
  for (const Json& event : Phase(json, "X")) {
    uint64_t start = event["ts"];
    auto& of_thread = slices[event["tid"].get<uint64_t>()];
    EXPECT_EQ(of_thread.count(start), 0u);
    of_thread[start] = start + event["dur"].get<uint64_t>();
  }
  EXPECT_EQ(slices.size(), 2u);
  for (const auto& [thread, of_thread] : slices) {
    uint64_t end = 0;
    for (auto [from, to] : of_thread) {
      EXPECT_GE(from, end);
      end = to;
    }
  }
}

TEST(PerfettoJsonTest, ChoicesAndTheFailureAreMarked) {
  std::vector<Json> marks = Phase(PerfettoJson(SampleTrace("/p")), "i");
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0]["cat"], "unusual choice");
  EXPECT_EQ(marks[0]["ts"], 2);
  EXPECT_EQ(marks[1]["name"], "deadlock at queue.cc:3");
}

// main notifies T1 after it began to wait, and T1 goes on.
TEST(PerfettoJsonTest, WakeUpIsAnArrowFromTheWakerToTheWoken) {
  Trace trace = SampleTrace("/p");
  std::swap(trace.events[4], trace.events[6]);
  std::swap(trace.events[4], trace.events[5]);
  runtime::TraceEvent resume = trace.events[5];
  resume.kind = runtime::OperationKind::kResume;
  trace.events.insert(trace.events.begin() + 7, resume);
  Json json = PerfettoJson(trace);
  std::vector<Json> from = Phase(json, "s");
  std::vector<Json> to = Phase(json, "f");
  ASSERT_EQ(from.size(), 1u);
  ASSERT_EQ(to.size(), 1u);
  EXPECT_EQ(from[0]["id"], to[0]["id"]);
  EXPECT_EQ(from[0]["tid"], 0);
  EXPECT_EQ(from[0]["ts"], 6);
  EXPECT_EQ(to[0]["tid"], 1);
  EXPECT_EQ(to[0]["ts"], 7);
}

TEST(PerfettoJsonTest, HoldBeginsAndEnds) {
  Json json = PerfettoJson(SampleTrace("/p"));
  std::vector<Json> begins = Phase(json, "b");
  std::vector<Json> ends = Phase(json, "e");
  ASSERT_EQ(begins.size(), 1u);
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(begins[0]["name"], "mutex #1: main");
  EXPECT_EQ(begins[0]["ts"], 1);
  EXPECT_EQ(ends[0]["ts"], 9);  // To the end of the run.
}

}  // namespace
}  // namespace detsim::cmd
