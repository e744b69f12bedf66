#include "runtime/trace/able_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace detsim::runtime {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(AbleThreadsTest, MainAloneCanRunAtFirst) {
  std::vector<AbleChange> changes;
  AbleThreads able(changes);
  EXPECT_THAT(able.OthersAt(0, 0), IsEmpty());
  EXPECT_THAT(able.OthersAt(1, 3), ElementsAre(0));
}

TEST(AbleThreadsTest, AChangeCountsFromItsEventOn) {
  std::vector<AbleChange> changes = {{1, 2, 1}, {1, 1, 1}, {3, 2, 0}};
  AbleThreads able(changes);
  EXPECT_THAT(able.OthersAt(0, 0), IsEmpty());
  EXPECT_THAT(able.OthersAt(1, 0), ElementsAre(1, 2));
  EXPECT_THAT(able.OthersAt(2, 1), ElementsAre(0, 2));
  EXPECT_THAT(able.OthersAt(3, 0), ElementsAre(1));
}

}  // namespace
}  // namespace detsim::runtime
