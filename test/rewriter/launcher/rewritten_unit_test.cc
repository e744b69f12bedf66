#include "cmd/lib/launcher/rewritten_unit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detsim::launcher {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

rewriter::Edit EditAt(size_t offset, unsigned line, const std::string& text) {
  return {.offset = offset,
          .length = 5,
          .text = text,
          .symbol = "std" + text.substr(6),
          .header = "detsim/std/any.h",
          .line = line,
          .column = 1};
}

class LeaveAtBoundaryTest : public testing::Test {
 protected:
  void SetUp() override {
    rewriter::FileEdits header;
    header.names = {"/p/a.h"};
    header.edits[0] = EditAt(0, 3, "detsim::mutex");
    rewriter::FileEdits source;
    source.names = {"/p/a.cc"};
    source.edits[0] = EditAt(0, 3, "detsim::mutex");
    source.edits[20] = EditAt(20, 4, "detsim::future");
    source.edits[40] = EditAt(40, 5, "detsim::mutex");
    result_.file = "/p/a.cc";
    result_.files = {source, header};
  }

  std::vector<size_t> Left() const {
    std::vector<size_t> offsets;
    for (const auto& [offset, edit] : result_.files[0].edits)
      offsets.push_back(offset);
    return offsets;
  }

  rewriter::UnitResult result_;
};

TEST_F(LeaveAtBoundaryTest, TheEditsOfTheLineGo) {
  EXPECT_TRUE(LeaveAtBoundary({"/p/a.cc:3:7: no conversion"}, result_));
  EXPECT_THAT(Left(), ElementsAre(20, 40));
  ASSERT_EQ(result_.notes.size(), 1u);
  EXPECT_EQ(result_.notes.begin()->id, "type-boundary");
}

TEST_F(LeaveAtBoundaryTest, ElseTheEditsOfTheTypesThatTheErrorNames) {
  EXPECT_TRUE(LeaveAtBoundary(
      {"/p/a.cc:9:1: no conversion from 'detsim::mutex' to 'std::mutex'"},
      result_));
  EXPECT_THAT(Left(), ElementsAre(20));
}

TEST_F(LeaveAtBoundaryTest, ALongerNameIsAnotherOne) {
  EXPECT_FALSE(LeaveAtBoundary(
      {"/p/a.cc:9:1: no conversion from 'detsim::mutex_like'"}, result_));
  EXPECT_THAT(Left(), ElementsAre(0, 20, 40));
}

TEST_F(LeaveAtBoundaryTest, HeadersStayAsTheyAre) {
  EXPECT_FALSE(LeaveAtBoundary({"/p/a.h:3:1: no conversion"}, result_));
  EXPECT_EQ(result_.files[1].edits.size(), 1u);
  EXPECT_THAT(result_.notes, IsEmpty());
}

}  // namespace
}  // namespace detsim::launcher
