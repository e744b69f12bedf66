#include "rewriter/original_names.h"

#include <gtest/gtest.h>

namespace detsim::rewriter {
namespace {

TEST(OriginalNamesTest, ReplacementsAreTakenBack) {
  EXPECT_EQ(WithOriginalNames("std::unique_lock<detsim::mutex>().unlock()"),
            "std::unique_lock<std::mutex>().unlock()");
  EXPECT_EQ(WithOriginalNames("detsim::this_thread::get_id() ==\n  t"),
            "std::this_thread::get_id() ==\n  t");
  EXPECT_EQ(WithOriginalNames("detsim_time(nullptr) > 0"), "time(nullptr) > 0");
}

TEST(OriginalNamesTest, MembersFollowTheirClass) {
  EXPECT_EQ(WithOriginalNames("Run<::detsim::thread::id>"),
            "Run<::std::thread::id>");
}

TEST(OriginalNamesTest, OtherNamesStay) {
  for (const char* text :
       {"", "detsim", "my_detsim::mutex", "detsim::no_such_thing",
        "detsim::", "detsim_timely", "std::mutex", "a detsim: a mutex"})
    EXPECT_EQ(WithOriginalNames(text), text);
}

}  // namespace
}  // namespace detsim::rewriter
