// Overlays, diffs, positions, fingerprints, reports: text from data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/status/status.h"
#include "rewriter/note_kinds.h"
#include "rewriter/output/diff.h"
#include "rewriter/output/fingerprint.h"
#include "rewriter/output/overlay.h"
#include "rewriter/output/positions.h"
#include "rewriter/output/unit_report.h"

namespace detsim::rewriter {
namespace {

TEST(OverlayTest, VersionStandsFirstAndNamesStayInside) {
  const std::string yaml = *OverlayYaml({{"/p/a.cc", "/s/1/a.cc"}});
  const nlohmann::json json = nlohmann::json::parse(yaml);
  EXPECT_LT(yaml.find("\"version\": 0"), yaml.find("case-sensitive"));
  EXPECT_EQ(json["use-external-names"], false);
  EXPECT_EQ(json["roots"][0]["type"], "file");
  EXPECT_EQ(json["roots"][0]["name"], "/p/a.cc");
  EXPECT_EQ(json["roots"][0]["external-contents"], "/s/1/a.cc");
}

TEST(OverlayTest, PathsThatAreNotUtf8AreRefused) {
  const auto yaml = OverlayYaml({{"/p/\xff/a.cc", "/s/1/a.cc"}});
  EXPECT_THAT(std::string(yaml.status().message()),
              testing::HasSubstr("/p/\\xff/a.cc: its path is not UTF-8"));
}

TEST(DiffTest, EqualTextsHaveNone) {
  EXPECT_EQ(UnifiedDiff("a.cc", "x\ny\n", "x\ny\n"), "");
}

TEST(DiffTest, ShowsThreeLinesAround) {
  EXPECT_EQ(UnifiedDiff("a.cc", "1\n2\n3\n4\nold\n6\n7\n8\n9\n",
                        "1\n2\n3\n4\nnew\n6\n7\n8\n9\n"),
            "--- a/a.cc\n+++ b/a.cc\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-old\n+new\n"
            " 6\n 7\n 8\n");
}

TEST(DiffTest, FarChangesAreHunksOfTheirOwn) {
  const std::string middle = "1\n2\n3\n4\n5\n6\n7\n8\n";
  const std::string diff =
      UnifiedDiff("a.cc", "a\n" + middle + "b\n", "c\n" + middle + "d\n");
  EXPECT_THAT(diff, testing::HasSubstr("@@ -1,4 +1,4 @@"));
  EXPECT_THAT(diff, testing::HasSubstr("@@ -7,4 +7,4 @@"));
}

TEST(DiffTest, SaysWhenTheLastLineHasNoEnd) {
  EXPECT_EQ(UnifiedDiff("a.cc", "old", "new"),
            "--- a/a.cc\n+++ b/a.cc\n@@ -1,1 +1,1 @@\n"
            "-old\n\\ No newline at end of file\n"
            "+new\n\\ No newline at end of file\n");
}

TEST(PositionsTest, CountFromOneInBytes) {
  EXPECT_EQ(PositionOf("ab\ncd", 0).line, 1u);
  EXPECT_EQ(PositionOf("ab\ncd", 4).line, 2u);
  EXPECT_EQ(PositionOf("ab\ncd", 4).column, 2u);
}

TEST(FingerprintTest, IsTheSameOnEveryMachine) {
  // Stored in caches, so a change of the algorithm must be meant.
  EXPECT_EQ(FingerprintOf("detsim").size(), 32u);
  EXPECT_EQ(FingerprintOf("detsim"), FingerprintOf("detsim"));
  EXPECT_NE(FingerprintOf("detsim"), FingerprintOf("detsin"));
  EXPECT_NE(FingerprintOf(""), FingerprintOf(std::string(1, '\0')));
}

TEST(FingerprintTest, KnowsWherePiecesEnd) {
  EXPECT_NE(Fingerprint().Add("ab").Add("c").Hex(),
            Fingerprint().Add("a").Add("bc").Hex());
}

UnitReport SomeReport() {
  return {.unit = "/p/a.cc",
          .object = "/b/a.o",
          .rewritten = true,
          .instrumented = true,
          .edits = {{.file = "/p/a.cc",
                     .line = 3,
                     .column = 1,
                     .symbol = "std::mutex",
                     .replacement = "detsim::mutex"}},
          .notes = {{.file = "/p/a.cc",
                     .line = 4,
                     .column = 2,
                     .id = "uncontrolled-semaphore",
                     .message = "why"}},
          .dropped_flags = {"-fanalyzer"}};
}

TEST(UnitReportTest, ReadsWhatItWrites) {
  const UnitReport report = SomeReport();
  absl::StatusOr<UnitReport> read = ParseUnitReport(UnitReportJson(report));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->unit, report.unit);
  EXPECT_EQ(read->object, report.object);
  EXPECT_TRUE(read->rewritten);
  EXPECT_EQ(read->edits, report.edits);
  EXPECT_EQ(read->notes, report.notes);
  EXPECT_EQ(read->dropped_flags, report.dropped_flags);
}

TEST(UnitReportTest, OtherTextIsAnError) {
  EXPECT_FALSE(ParseUnitReport("").ok());
  EXPECT_TRUE(
      absl::IsFailedPrecondition(ParseUnitReport("{\"version\": 1}").status()));
  EXPECT_FALSE(ParseUnitReport("{\"unit\": 3}").ok());
}

TEST(NoteKindsTest, EachHasASuggestion) {
  for (const NoteKind& kind : NoteKinds())
    EXPECT_FALSE(kind.suggestion.empty()) << kind.id;
  EXPECT_EQ(SuggestionFor("uncontrolled-timer"),
            SuggestionFor("uncontrolled-clock"));
  EXPECT_EQ(SuggestionFor("unknown"), "");
}

TEST(PositionTest, ATableGivesTheSame) {
  constexpr std::string_view kText = "a\nbc\n\nd";
  const LineTable table(kText);
  for (size_t offset = 0; offset <= kText.size(); ++offset) {
    const Position one = PositionOf(kText, offset);
    EXPECT_EQ(table.PositionOf(offset).line, one.line);
    EXPECT_EQ(table.PositionOf(offset).column, one.column);
  }
  EXPECT_EQ(table.PositionOf(5).line, 3u);
  EXPECT_EQ(table.PositionOf(6).line, 4u);
  EXPECT_EQ(table.PositionOf(6).column, 1u);
}

TEST(NoteKindsTest, CodeThatIsNotCompiledIsNotUncontrolled) {
  EXPECT_TRUE(IsUncontrolled("uncontrolled-semaphore"));
  EXPECT_TRUE(IsUncontrolled("conflict"));
  EXPECT_TRUE(IsUncontrolled("kept"));
  EXPECT_FALSE(IsUncontrolled("unreached"));
  EXPECT_FALSE(IsUncontrolled("lexical"));
}

}  // namespace
}  // namespace detsim::rewriter
