#include "runtime/explore/failure_identity.h"

#include <gtest/gtest.h>

namespace detsim::runtime {
namespace {

struct MessageCase {
  const char* message;
  const char* identity;
};

class IdentityMessageTest : public testing::TestWithParam<MessageCase> {};

TEST_P(IdentityMessageTest, DropsWhatDiffersFromRunToRun) {
  EXPECT_EQ(IdentityMessage(GetParam().message), GetParam().identity);
}

INSTANTIATE_TEST_SUITE_P(
    Messages, IdentityMessageTest,
    testing::Values(MessageCase{"got 17 of 20", "got # of #"},
                    MessageCase{"at 0x7fff12ab", "at #"},
                    MessageCase{"took 3.5 s", "took # s"},
                    MessageCase{"value -4.", "value #."},
                    MessageCase{"{ 1, 2, 3 }", "{ # }"},
                    MessageCase{"queue2 is full", "queue2 is full"},
                    MessageCase{"", ""}));

TEST(IdentityMessageTest, IsBounded) {
  EXPECT_EQ(IdentityMessage(std::string(1000, 'x')).size(), 200u);
}

TEST(IdentityIdTest, DependsOnEveryPart) {
  FailureIdentity identity = {
      .kind = Verdict::kDeadlock, .test = "T", .place = "a", .message = "b"};
  std::string id = IdentityId(identity);
  EXPECT_EQ(id.size(), 12u);
  EXPECT_EQ(IdentityId(identity), id);
  FailureIdentity moved = identity;
  moved.place = "ab";
  moved.message = "";
  EXPECT_NE(IdentityId(moved), id);
  FailureIdentity other_kind = identity;
  other_kind.kind = Verdict::kCrash;
  EXPECT_NE(IdentityId(other_kind), id);
}

}  // namespace
}  // namespace detsim::runtime
