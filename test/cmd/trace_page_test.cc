#include "cmd/lib/trace_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cmd/lib/files.h"
#include "test/cmd/sample_trace.h"

namespace detsim::cmd {
namespace {

using nlohmann::json;
using runtime::Trace;
using testing::HasSubstr;
using testing::Not;

std::string Page(const PageInput& input) {
  SourceLines sources;
  return TracePage(input, &sources);
}

// What the page's script finds in it.
json DataOf(const std::string& page) {
  std::string_view begin = R"(<script type="application/json" id="data">)";
  size_t first = page.find(begin) + begin.size();
  return json::parse(page.substr(first, page.find("</script>", first) - first));
}

size_t Count(const std::string& text, std::string_view part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at)
    ++count;
  return count;
}

TEST(TracePageTest, NeedsNothingElse) {
  Trace trace = SampleTrace("/p");
  std::string page = Page({.found = &trace});
  EXPECT_THAT(page, Not(HasSubstr("http:")));
  EXPECT_THAT(page, Not(HasSubstr("https:")));
  EXPECT_THAT(page, Not(HasSubstr(" src=")));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
  EXPECT_THAT(page, Not(HasSubstr("@import")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(TracePageTest, OneRunHasNoTwins) {
  Trace trace = SampleTrace("/p");
  json data = DataOf(Page({.found = &trace}));
  ASSERT_EQ(data["runs"].size(), 1u);
  EXPECT_EQ(data["runs"][0]["id"], "found");
  EXPECT_FALSE(data["runs"][0].contains("twins"));
  EXPECT_EQ(data["start"], 0);
}

TEST(TracePageTest, StepsOfTheMinimizedRunAreMatched) {
  Trace found = SampleTrace("/p");
  Trace minimized = found;
  minimized.events.erase(minimized.events.begin() + 2);
  std::string page = Page({&found, &minimized, /*starts_at_minimized=*/true});
  json data = DataOf(page);
  EXPECT_EQ(data["start"], 1);
  EXPECT_EQ(data["runs"][0]["twins"],
            json::parse("[1, 2, 0, 3, 4, 5, 6, 7, 8]"));
  EXPECT_EQ(data["runs"][1]["twins"], json::parse("[1, 2, 4, 5, 6, 7, 8, 9]"));
}

TEST(TracePageTest, HasTheLinesAroundEachPlace) {
  std::string project = testing::TempDir() + "/trace_page_project";
  ASSERT_TRUE(
      WriteFile(project + "/queue.cc", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n").ok());
  Trace trace = SampleTrace(project);
  json lines =
      DataOf(Page({.found = &trace}))["sources"][project + "/queue.cc"];
  EXPECT_EQ(lines["1"], "1");
  EXPECT_EQ(lines["9"], "9");  // Four below the last place.
  EXPECT_FALSE(lines.contains("10"));
}

TEST(TracePageTest, TextOfTheRunCannotBecomeMarkup) {
  Trace trace = SampleTrace("/p");
  trace.test = "</title><script>alert(1)</script>";
  trace.message = "</script><img>{{style}}";
  std::string page = Page({.found = &trace});
  EXPECT_THAT(page, HasSubstr("<title>&lt;/title&gt;&lt;script&gt;"));
  EXPECT_EQ(Count(page, "</title>"), 1u);
  EXPECT_EQ(Count(page, "</script>"), 2u);  // The data's and the script's.
  EXPECT_THAT(page, Not(HasSubstr("<img>")));
  EXPECT_EQ(DataOf(page)["runs"][0]["message"], trace.message);
}

TEST(TracePageTest, SameRunSameBytes) {
  Trace trace = SampleTrace("/p");
  EXPECT_EQ(Page({.found = &trace}), Page({.found = &trace}));
}

}  // namespace
}  // namespace detsim::cmd
