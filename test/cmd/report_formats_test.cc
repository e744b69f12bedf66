#include "cmd/lib/reports/report_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

namespace detsim::cmd {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

SweepReport MakeReport() {
  SweepReport report;
  report.project = "/work/repository/queue";
  report.strategy = "random";
  report.trials = 100;
  report.seconds = 1.5;
  TestReport passed;
  passed.test = {.name = "QueueTest.Pushes", .program = "queue_test"};
  passed.status = TestStatus::kPassed;
  passed.runs = 100;
  TestReport failed = passed;
  failed.test.name = "QueueTest.Drains|All";
  failed.status = TestStatus::kFailed;
  failed.failing_runs = 4;
  FailureReport failure;
  failure.identity.kind = runtime::Verdict::kDeadlock;
  failure.id = "5f2a1c90d7e3";
  failure.text = {.message = "no thread\x1b can go on, 100% <sure>",
                  .location = "src/queue.cc:41"};
  failure.thread_lines = {"T1 waits for a lock",
                          "    at src/pool.cc:7 in Pool::Run"};
  failure.seed = 17;
  failure.runs_failing = 4;
  failure.reproduce = "detsim-test --dir=. --replay=x.json";
  failed.failures.push_back(failure);
  TestReport skipped = passed;
  skipped.test.name = "QueueTest.Skips";
  skipped.status = TestStatus::kSkipped;
  TestReport escaped = passed;
  escaped.test = {.name = "whole_program", .program = "whole_program"};
  escaped.status = TestStatus::kUncontrolled;
  escaped.escapes = {{"pthread_create", 2}};
  report.tests = {passed, failed, skipped, escaped};
  report.uncontrolled.push_back({.what = "'fork'", .where = "src/a.cc:3"});
  return report;
}

TEST(LocationTest, FileAndLine) {
  EXPECT_EQ(ParseLocation("a/b.cc:12").file, "a/b.cc");
  EXPECT_EQ(ParseLocation("a/b.cc:12").line, 12);
  EXPECT_EQ(ParseLocation("libfoo.so").file, "libfoo.so");
  EXPECT_EQ(ParseLocation("libfoo.so").line, 0);
  EXPECT_EQ(ParseLocation("").file, "");
}

TEST(JunitReportTest, IsXmlThatCountsAndNames) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JunitReport(MakeReport()).c_str()));
  pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(root.attribute("tests").as_int(), 4);
  EXPECT_EQ(root.attribute("failures").as_int(), 1);
  EXPECT_EQ(root.attribute("errors").as_int(), 1);
  EXPECT_EQ(root.attribute("skipped").as_int(), 1);
  pugi::xml_node suite = root.child("testsuite");
  EXPECT_STREQ(suite.attribute("name").value(), "queue_test");
  EXPECT_EQ(suite.attribute("tests").as_int(), 3);
  pugi::xml_node test =
      suite.find_child_by_attribute("testcase", "name", "Drains|All");
  EXPECT_STREQ(test.attribute("classname").value(), "QueueTest");
  pugi::xml_node failure = test.child("failure");
  EXPECT_STREQ(failure.attribute("type").value(), "deadlock");
  EXPECT_THAT(failure.text().get(),
              HasSubstr("no thread\\x1b can go on, 100% <sure>"));
  EXPECT_THAT(failure.text().get(), HasSubstr("--replay=x.json"));
  pugi::xml_node error = root.last_child().child("testcase").child("error");
  EXPECT_THAT(error.attribute("message").value(),
              HasSubstr("pthread_create (2 times)"));
}

TEST(SarifReportTest, HasPlacesRulesAndFingerprints) {
  const Json json = Json::parse(SarifReport(MakeReport()));
  EXPECT_EQ(json["version"], "2.1.0");
  const Json& run = json["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "detsim");
  EXPECT_EQ(run["tool"]["driver"]["rules"],
            Json::parse(R"([{"id":"deadlock"}])"));
  ASSERT_EQ(run["results"].size(), 1u);
  const Json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "deadlock");
  const Json& place = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "src/queue.cc");
  EXPECT_EQ(place["region"]["startLine"], 41);
  const Json& related = result["relatedLocations"][0];
  EXPECT_EQ(related["physicalLocation"]["artifactLocation"]["uri"],
            "src/pool.cc");
  EXPECT_EQ(related["message"]["text"], "T1 waits for a lock");
  EXPECT_EQ(result["partialFingerprints"]["detsimIdentity/v1"], "5f2a1c90d7e3");
}

TEST(SarifReportTest, PathsAreUris) {
  SweepReport report = MakeReport();
  report.project = "/home/me/a b";
  report.tests[1].failures[0].text.location = "src/\xc3\xbc#.cc:1";
  const Json run = Json::parse(SarifReport(report))["runs"][0];
  EXPECT_EQ(run["originalUriBaseIds"]["PROJECT"]["uri"],
            "file:///home/me/a%20b/");
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]
               ["artifactLocation"]["uri"],
            "src/%C3%BC%23.cc");
}

TEST(MarkdownReportTest, IsATableAndAStoryForEachFailure) {
  const std::string text = MarkdownReport(MakeReport());
  EXPECT_THAT(text, StartsWith("## detsim: 1 failure\n"));
  EXPECT_THAT(text, HasSubstr("| `QueueTest.Pushes` | 100 | 0 | 0 | passed |"));
  EXPECT_THAT(text, HasSubstr("| `QueueTest.Drains\\|All` |"));
  EXPECT_THAT(text, HasSubstr("at `src/queue.cc:41`"));
  EXPECT_THAT(text, HasSubstr("`whole_program` cannot be trusted"));
}

TEST(MarkdownReportTest, AMessageCannotEndItsFence) {
  SweepReport report = MakeReport();
  report.tests[1].failures[0].text.message = "```\n# title";
  EXPECT_THAT(MarkdownReport(report), HasSubstr("\n````text\n```\n# title"));
}

TEST(GithubAnnotationsTest, AreCommandsWithPathsInTheCheckout) {
  const std::string text = GithubAnnotations(MakeReport(), "/work/repository");
  EXPECT_THAT(text,
              HasSubstr("::error file=queue/src/queue.cc,line=41,title="
                        "deadlock in QueueTest.Drains|All::no thread\\x1b can "
                        "go on, 100%25 <sure>%0AT1 waits"));
  EXPECT_THAT(text, HasSubstr("::error title=whole_program cannot be trusted::"
                              "not under control:"));
  EXPECT_THAT(text, HasSubstr("::warning file=queue/src/a.cc,line=3,title="
                              "not under detsim's control::'fork'\n"));
}

TEST(ReportFormatsTest, EachRendersAReportOfNothing) {
  for (const ReportFormat& format : ReportFormats())
    EXPECT_FALSE(format.render(SweepReport()).empty()) << format.flag;
}

}  // namespace
}  // namespace detsim::cmd
